import { startClnUnderTest } from './cln-under-test.ts'
import { findNodePrograms } from './node-programs.ts'
import { nodeStories } from './node-stories.contract.ts'

const programs = findNodePrograms(process.env)

nodeStories({
  name: 'Core Lightning',
  programs,
  file: programs.lightningd,
  variable: 'SATCHEL_TEST_LIGHTNINGD',
  start: startClnUnderTest(programs.holdPlugin),
})
