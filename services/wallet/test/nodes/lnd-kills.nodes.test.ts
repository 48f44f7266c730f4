import { killStories } from './kill-stories.contract.ts'
import { startLndUnderTest } from './lnd-under-test.ts'
import { findNodePrograms } from './node-programs.ts'

const programs = findNodePrograms(process.env)

killStories({ name: 'LND', programs, file: programs.lnd, variable: 'SATCHEL_TEST_LND', start: startLndUnderTest })
