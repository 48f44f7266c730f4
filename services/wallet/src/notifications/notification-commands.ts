import type { Command } from '../db/database.ts'
import { MAIL_COMMANDS } from './mail/mail-commands.ts'
import { WEBHOOK_COMMANDS } from './webhook-commands.ts'

/** Every change to mail and webhooks. */
export const NOTIFICATION_COMMANDS: readonly Command<never, unknown>[] = [...MAIL_COMMANDS, ...WEBHOOK_COMMANDS]
