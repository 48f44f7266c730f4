import { type Change, defineCommand, type Reader } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

/** Where a user reads messages over Nostr. */
export interface NostrRecipient {
  /** As the user wrote it. */
  readonly address: string
  /** In hex. */
  readonly pubkey: string
  readonly relays: readonly string[]
  /** Whether the user has entered the code that was sent there. */
  readonly isVerified: boolean
}

interface RecipientRow {
  readonly address: string
  readonly pubkey: string
  readonly relays: string
  readonly verified_at: bigint | null
}

export const findNostrRecipient = (reader: Reader, userId: string): Promise<NostrRecipient | undefined> =>
  reader.first(
    'SELECT address, pubkey, relays, verified_at FROM nostr_recipients WHERE user_id = $1',
    [userId],
    (row: RecipientRow) => ({
      address: row.address,
      pubkey: row.pubkey,
      relays: JSON.parse(row.relays) as string[],
      isVerified: row.verified_at !== null,
    }),
  )

/**
 * The same key stays verified; another key must be verified again. Selects from `users`, so that no row is stored for a
 * deleted account.
 */
export const setRecipient = (
  userId: string,
  { address, pubkey, relays }: Omit<NostrRecipient, 'isVerified'>,
): Change => ({
  sql: `INSERT INTO nostr_recipients (user_id, address, pubkey, relays)
        SELECT id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT) FROM users WHERE id = $1
        ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, relays = excluded.relays,
          verified_at = CASE WHEN nostr_recipients.pubkey = excluded.pubkey THEN nostr_recipients.verified_at END,
          pubkey = excluded.pubkey`,
  params: [userId, address, pubkey, JSON.stringify(relays)],
})

/** Stores the relays where the user reads now. */
export const setNostrRelays = defineCommand({
  name: 'set-nostr-relays',
  run: (tx, { userId, pubkey, relays }: { userId: string; pubkey: string; relays: readonly string[] }) =>
    tx.run({
      sql: 'UPDATE nostr_recipients SET relays = $3 WHERE user_id = $1 AND pubkey = $2',
      params: [userId, pubkey, JSON.stringify(relays)],
    }),
})

export interface NostrProof {
  readonly userId: string
  readonly pubkey: string
  readonly actor: Actor
  readonly at: number
}

export const noteVerifiedNostr = defineCommand({
  name: 'note-verified-nostr',
  run: async (tx, { userId, pubkey, actor, at }: NostrProof): Promise<void> => {
    await tx.run({
      sql: 'UPDATE nostr_recipients SET verified_at = $3 WHERE user_id = $1 AND pubkey = $2',
      params: [userId, pubkey, at],
    })
    await tx.run(noteInAuditLog({ actor, action: 'nostr-verified', subject: userId, at }))
  },
})

export const removeNostrRecipient = defineCommand({
  name: 'remove-nostr-recipient',
  run: (tx, { userId }: { userId: string }) =>
    tx.run({ sql: 'DELETE FROM nostr_recipients WHERE user_id = $1', params: [userId] }),
})

export const RECIPIENT_COMMANDS = [noteVerifiedNostr, removeNostrRecipient, setNostrRelays]
