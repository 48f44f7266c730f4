import { rateLimited, type ServiceError } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import { setRecipient } from '../nostr/recipient-store.ts'
import { insertMessage } from './message-store.ts'

const DAY_MS = 86_400_000
const MAX_OF_ACCOUNT = 5
const MAX_TO_KEY = 10

export interface NostrCodeRequest {
  readonly userId: string
  readonly address: string
  readonly pubkey: string
  readonly relays: readonly string[]
  /** The time window of the code; one message per window. */
  readonly window: number
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * Stores the key to which a user wants messages, and queues the message with the code that verifies it. A key gets only
 * a few codes a day, so that no account can spam another person.
 */
export const requestNostrCode = defineGrant({
  name: 'request-nostr-code',
  run: async (tx, { userId, address, pubkey, relays, window, now }: NostrCodeRequest): Promise<void> => {
    const since = Math.floor((now - DAY_MS) / 1000)
    const sent = await tx.first(
      `SELECT count(CASE WHEN user_id = $1 THEN 1 END) AS own, count(CASE WHEN about LIKE $2 THEN 1 END) AS there
       FROM messages WHERE target = 'nostr' AND about LIKE 'nostr-code %' AND created_at > $3`,
      [userId, `nostr-code ${pubkey} %`, since],
      (row: { own: bigint; there: bigint }) => row,
    )
    if ((sent?.own ?? 0n) >= BigInt(MAX_OF_ACCOUNT) || (sent?.there ?? 0n) >= BigInt(MAX_TO_KEY)) throw tooManyCodes()
    await tx.run(setRecipient(userId, { address, pubkey, relays }))
    const about = `nostr-code ${pubkey} ${window}`
    await tx.run(insertMessage({ userId, about, target: 'nostr', content: { kind: 'nostr-code', pubkey } }, now))
  },
})

const tooManyCodes = (): ServiceError =>
  rateLimited('Too many codes were sent today; retry tomorrow.', {
    code: 'too_many_codes',
    headers: { 'Retry-After': String(DAY_MS / 1000) },
  })
