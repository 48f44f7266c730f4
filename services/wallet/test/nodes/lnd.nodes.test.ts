import { startLndUnderTest } from './lnd-under-test.ts'
import { findNodePrograms } from './node-programs.ts'
import { nodeStories } from './node-stories.contract.ts'

const programs = findNodePrograms(process.env)

nodeStories({ name: 'LND', programs, file: programs.lnd, variable: 'SATCHEL_TEST_LND', start: startLndUnderTest })
