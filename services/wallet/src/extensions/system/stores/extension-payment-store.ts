import type { Change, Reader } from '../../../db/database.ts'

/** An invoice issued for an extension, paid or not. */
export interface ExtensionPayment {
  readonly paymentHash: string
  readonly extId: string
  /** `install`: once for the installation; `enable`: once for an account. */
  readonly kind: 'install' | 'enable'
  /** The user who got the invoice. */
  readonly userId: string
  readonly payee: string
  readonly amountSat: number
  readonly description: string
  readonly paymentRequest: string
  /** The URL at which the payee reports the payment; undefined = paid into a wallet of ours. */
  readonly verifyUrl: string | undefined
  /** Unix seconds. */
  readonly expiresAt: number
  readonly createdAt: number
}

interface PaymentRow {
  readonly payment_hash: string
  readonly ext_id: string
  readonly kind: 'install' | 'enable'
  readonly user_id: string
  readonly payee: string
  readonly amount_sat: bigint
  readonly description: string
  readonly payment_request: string
  readonly verify_url: string | null
  readonly expires_at: bigint
  readonly created_at: bigint
}

const COLUMNS = `payment_hash, ext_id, kind, user_id, payee, amount_sat, description, payment_request, verify_url, expires_at,
  created_at`

const toPayment = (row: PaymentRow): ExtensionPayment => ({
  paymentHash: row.payment_hash,
  extId: row.ext_id,
  kind: row.kind,
  userId: row.user_id,
  payee: row.payee,
  amountSat: Number(row.amount_sat),
  description: row.description,
  paymentRequest: row.payment_request,
  verifyUrl: row.verify_url ?? undefined,
  expiresAt: Number(row.expires_at),
  createdAt: Number(row.created_at),
})

/** A payment of the installation to that payee counts permanently for every version of the extension. */
export const findInstallProof = (reader: Reader, extId: string, payee: string): Promise<string | undefined> =>
  reader.first(
    `SELECT payment_hash FROM extension_payments
     WHERE ext_id = $1 AND kind = 'install' AND payee = $2 AND preimage IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    [extId, payee],
    (row: { payment_hash: string }) => row.payment_hash,
  )

/** A payment of an account counts for that account, even if the price changes. */
export const findEnableProof = (reader: Reader, extId: string, userId: string): Promise<string | undefined> =>
  reader.first(
    `SELECT payment_hash FROM extension_payments
     WHERE ext_id = $1 AND kind = 'enable' AND user_id = $2 AND preimage IS NOT NULL LIMIT 1`,
    [extId, userId],
    (row: { payment_hash: string }) => row.payment_hash,
  )

/** Invoices of this account without a known payment, newest first. */
export const listAsked = (
  reader: Reader,
  { extId, kind, userId, limit }: Pick<ExtensionPayment, 'extId' | 'kind' | 'userId'> & { limit: number },
): Promise<ExtensionPayment[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM extension_payments
     WHERE ext_id = $1 AND kind = $2 AND user_id = $3 AND preimage IS NULL ORDER BY created_at DESC, payment_hash LIMIT $4`,
    [extId, kind, userId, limit],
    toPayment,
  )

export const findAsked = (reader: Reader, paymentHash: string): Promise<ExtensionPayment | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM extension_payments WHERE payment_hash = $1 AND preimage IS NULL`,
    [paymentHash],
    toPayment,
  )

export const insertAsked = (asked: ExtensionPayment): Change => ({
  sql: `INSERT INTO extension_payments (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  params: [
    asked.paymentHash,
    asked.extId,
    asked.kind,
    asked.userId,
    asked.payee,
    asked.amountSat,
    asked.description,
    asked.paymentRequest,
    asked.verifyUrl ?? null,
    asked.expiresAt,
    asked.createdAt,
  ],
  rows: 1,
})

export const setPaid = (paymentHash: string, preimage: string, at: number): Change => ({
  sql: 'UPDATE extension_payments SET preimage = $2, settled_at = $3 WHERE payment_hash = $1 AND preimage IS NULL',
  params: [paymentHash, preimage, at],
})
