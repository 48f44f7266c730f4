import { startClnUnderTest } from './cln-under-test.ts'
import { historyStories } from './history-stories.contract.ts'
import { killStories } from './kill-stories.contract.ts'
import { findNodePrograms } from './node-programs.ts'
import { nodeStories } from './node-stories.contract.ts'

const programs = findNodePrograms(process.env)

const CORE_LIGHTNING = {
  name: 'Core Lightning',
  programs,
  file: programs.lightningd,
  variable: 'SATCHEL_TEST_LIGHTNINGD',
}

nodeStories({ ...CORE_LIGHTNING, start: startClnUnderTest(programs.holdPlugin) })
historyStories({ ...CORE_LIGHTNING, start: startClnUnderTest(undefined) })
killStories({ ...CORE_LIGHTNING, start: startClnUnderTest(undefined) })
