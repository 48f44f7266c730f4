import { killStories } from './kill-stories.contract.ts'
import { startLdkServerUnderTest } from './ldk-server-under-test.ts'
import { findNodePrograms } from './node-programs.ts'
import { nodeStories } from './node-stories.contract.ts'

const programs = findNodePrograms(process.env)

const LDK_SERVER = {
  name: 'LDK Server',
  programs,
  file: programs.ldkServer,
  variable: 'SATCHEL_TEST_LDK_SERVER',
  start: startLdkServerUnderTest,
}

nodeStories(LDK_SERVER)
killStories(LDK_SERVER)
