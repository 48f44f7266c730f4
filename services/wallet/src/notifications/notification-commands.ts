import type { Command } from '../db/database.ts'
import { MAIL_COMMANDS } from './mail/mail-commands.ts'
import { RECIPIENT_COMMANDS } from './nostr/recipient-store.ts'
import { MESSAGE_COMMANDS } from './push/message-store.ts'
import { keepPushKey } from './push/push-keys.ts'
import { requestNostrCode } from './push/request-nostr-code.ts'
import { SUBSCRIPTION_COMMANDS } from './push/subscription-store.ts'
import { WEBHOOK_COMMANDS } from './webhook-commands.ts'

/** Every change to mail, messages and webhooks. */
export const NOTIFICATION_COMMANDS: readonly Command<never, unknown>[] = [
  keepPushKey,
  ...MAIL_COMMANDS,
  ...MESSAGE_COMMANDS,
  ...RECIPIENT_COMMANDS,
  requestNostrCode,
  ...SUBSCRIPTION_COMMANDS,
  ...WEBHOOK_COMMANDS,
]
