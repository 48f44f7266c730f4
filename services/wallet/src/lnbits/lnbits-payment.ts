/** A payment as this service's own API shows it, in lists, in `details` and in live messages. */
export interface OwnPayment {
  readonly checking_id: string
  readonly payment_hash: string
  readonly wallet_id: string
  readonly amount_msat: number
  readonly fee: number
  readonly memo: string
  readonly status: string
  readonly pending: boolean
  readonly time: number
  readonly expiry: number
  readonly bolt11: string
  readonly extra: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
  readonly preimage?: string | null
  readonly labels?: readonly string[]
}

/**
 * The same in the format of LNbits: millisatoshis, and a fee with the sign of the amount. Times are Unix seconds and
 * not ISO 8601, as its clients expect.
 */
export function toLnbitsPayment(payment: OwnPayment) {
  const { amount_msat: amount, fee, time, expiry, extra } = payment
  const tag = typeof extra['tag'] === 'string' ? extra['tag'] : null
  return {
    checking_id: payment.checking_id,
    payment_hash: payment.payment_hash,
    wallet_id: payment.wallet_id,
    amount,
    fee: amount < 0 && fee !== 0 ? -fee : fee,
    bolt11: payment.bolt11,
    payment_request: payment.bolt11,
    fiat_provider: null,
    status: payment.status,
    pending: payment.pending,
    memo: payment.memo,
    expiry: time + expiry,
    webhook: null,
    webhook_status: null,
    preimage: payment.preimage ?? null,
    tag,
    extension: tag,
    time,
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    labels: payment.labels ?? [],
    extra,
    external_id: null,
  }
}
