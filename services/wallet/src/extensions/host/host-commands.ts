import type { Command } from '../../db/database.ts'
import { commitExtensionRun } from './stores/commit-run.ts'
import { INTENT_COMMANDS } from './stores/intent-commands.ts'
import { JOB_COMMANDS } from './stores/job-store.ts'
import { ANSWER_COMMANDS } from './stores/kept-answer-store.ts'
import { pushRelayEvent } from './stores/push-relay-event.ts'
import { SPEND_COMMANDS } from './stores/spend-grant-store.ts'

/** Every change that running extensions make. */
export const EXTENSION_HOST_COMMANDS: readonly Command<never, unknown>[] = [
  commitExtensionRun,
  pushRelayEvent,
  ...ANSWER_COMMANDS,
  ...INTENT_COMMANDS,
  ...JOB_COMMANDS,
  ...SPEND_COMMANDS,
]
