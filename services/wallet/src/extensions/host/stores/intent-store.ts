import type { Intent, Json } from '@satchel/extension-sdk/context'
import type { Reader } from '../../../db/database.ts'
import type { LeasedQueue } from '../../../throttle/leased-queue.ts'

/** The payee of an intent. */
export type Destination = { readonly bolt11: string } | { readonly target: string } | { readonly walletId: string }

export interface StoredIntent {
  /** Also the checking id of its payment. */
  readonly id: string
  readonly extId: string
  readonly key: string
  readonly itemId: string
  readonly walletId: string
  readonly userId: string
  readonly purpose: string
  readonly state: 'reserved' | 'attempted' | 'paid' | 'failed'
  readonly amountMsat: bigint
  readonly maxFeeMsat: bigint | undefined
  readonly destination: Destination
  readonly bolt11: string | undefined
  readonly memo: string
  readonly data: Json
  /** For the payment's `extra`, as JSON. */
  readonly extra: string | undefined
  readonly feeMsat: bigint | undefined
  readonly failure: string | undefined
  /** Unix milliseconds; undefined = final. */
  readonly dueAt: number | undefined
  /** The session that works on it until it is due. */
  readonly leasedBy: string | undefined
  /** Unix seconds. */
  readonly createdAt: number
  /** Hash of its payment, once there is one. */
  readonly paymentHash: string | undefined
  readonly preimage: string | undefined
}

interface IntentRow {
  readonly id: string
  readonly ext_id: string
  readonly key: string
  readonly item_id: string
  readonly wallet_id: string
  readonly user_id: string
  readonly purpose: string
  readonly state: StoredIntent['state']
  readonly amount_msat: bigint
  readonly max_fee_msat: bigint | null
  readonly destination: string
  readonly bolt11: string | null
  readonly memo: string
  readonly data: string
  readonly extra: string | null
  readonly fee_msat: bigint | null
  readonly failure: string | null
  readonly due_at: bigint | null
  readonly leased_by: string | null
  readonly created_at: bigint
  readonly payment_hash: string | null
  readonly preimage: string | null
}

const COLUMNS = `id, ext_id, key, item_id, wallet_id, user_id, purpose, state, amount_msat, max_fee_msat,
  destination, bolt11, memo, data, extra, fee_msat, failure, due_at, leased_by, created_at,
  (SELECT payment_hash FROM payments WHERE checking_id = extension_intents.id) AS payment_hash,
  (SELECT preimage FROM payments WHERE checking_id = extension_intents.id AND status = 'success') AS preimage`

const SELECT = `SELECT ${COLUMNS} FROM extension_intents`

const toIntent = (row: IntentRow): StoredIntent => ({
  id: row.id,
  extId: row.ext_id,
  key: row.key,
  itemId: row.item_id,
  walletId: row.wallet_id,
  userId: row.user_id,
  purpose: row.purpose,
  state: row.state,
  amountMsat: row.amount_msat,
  maxFeeMsat: row.max_fee_msat ?? undefined,
  destination: JSON.parse(row.destination) as Destination,
  bolt11: row.bolt11 ?? undefined,
  memo: row.memo,
  data: JSON.parse(row.data) as Json,
  extra: row.extra ?? undefined,
  feeMsat: row.fee_msat ?? undefined,
  failure: row.failure ?? undefined,
  dueAt: row.due_at === null ? undefined : Number(row.due_at),
  leasedBy: row.leased_by ?? undefined,
  createdAt: Number(row.created_at),
  paymentHash: row.payment_hash ?? undefined,
  preimage: row.preimage ?? undefined,
})

export const findIntent = (reader: Reader, id: string): Promise<StoredIntent | undefined> =>
  reader.first(`${SELECT} WHERE id = $1`, [id], toIntent)

export const findIntentByKey = (reader: Reader, extId: string, key: string): Promise<StoredIntent | undefined> =>
  reader.first(`${SELECT} WHERE ext_id = $1 AND key = $2`, [extId, key], toIntent)

export const PAYOUTS: LeasedQueue<StoredIntent> = {
  name: 'payouts',
  table: 'extension_intents',
  account: 'user_id',
  columns: COLUMNS,
  leaseMs: 60_000,
  toWork: toIntent,
}

/** Payouts of an item, or of a wallet, that are not final. */
export const countOpenIntents = async (reader: Reader, extId: string, itemId: string): Promise<number> =>
  (await reader.first(
    `SELECT count(*) AS n FROM extension_intents WHERE ext_id = $1 AND item_id = $2 AND due_at IS NOT NULL`,
    [extId, itemId],
    (row: { n: bigint }) => Number(row.n),
  )) ?? 0

/** The sum, with maximum fees, that pending payouts of a wallet have not reserved yet. */
export const findPromised = async (reader: Reader, walletId: string): Promise<bigint> =>
  (await reader.first(
    `SELECT CAST(COALESCE(SUM(amount_msat + COALESCE(max_fee_msat, 0)), 0) AS BIGINT) AS n FROM extension_intents
     WHERE wallet_id = $1 AND due_at IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM payments WHERE checking_id = extension_intents.id)`,
    [walletId],
    (row: { n: bigint }) => row.n,
  )) ?? 0n

/** In the view of the extension. */
export function toExtensionIntent(intent: StoredIntent): Intent {
  const { paymentHash, preimage, failure } = intent
  return {
    id: intent.id,
    key: intent.key,
    purpose: intent.purpose,
    itemId: intent.itemId,
    ...endOf(intent),
    sat: Number(intent.amountMsat / 1000n),
    msat: Number(intent.amountMsat),
    data: intent.data,
    ...(paymentHash !== undefined && { paymentHash }),
    ...(preimage !== undefined && { preimage }),
    ...(failure !== undefined && { failure }),
  }
}

function endOf({ id, state, feeMsat }: StoredIntent) {
  if (state !== 'paid') return { state }
  if (feeMsat === undefined) throw new Error(`payout ${id} is paid, but its fee is missing`)
  return { state, feeMsat: Number(feeMsat) }
}
