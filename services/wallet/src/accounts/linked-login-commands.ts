import type { Command } from '../db/database.ts'
import { showNostrEvent } from './login/nostr-commands.ts'
import { linkByEmail, linkIdentity, noteIdentityUse, unlinkIdentity } from './providers/identity-commands.ts'
import { keepVisit, takeVisit } from './providers/visit-commands.ts'

/** Commands for log-ins through providers and Nostr keys. */
export const LINKED_LOGIN_COMMANDS: readonly Command<never, unknown>[] = [
  keepVisit,
  linkByEmail,
  linkIdentity,
  noteIdentityUse,
  showNostrEvent,
  takeVisit,
  unlinkIdentity,
]
