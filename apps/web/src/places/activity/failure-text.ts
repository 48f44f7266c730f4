import { type TextKey, t } from '../../language/language.ts'

const TEXTS: Readonly<Record<string, TextKey>> = {
  no_route: 'details.failed-no-route',
  fee_limit: 'details.failed-fee-limit',
  payee_refused: 'details.failed-payee-refused',
  timed_out: 'details.failed-timed-out',
  node_cannot_send: 'details.failed-node-cannot-send',
  not_delivered: 'details.failed-not-delivered',
  invoice_expired: 'details.failed-invoice-expired',
  invoice_refused: 'details.failed-invoice-refused',
  amount_missing: 'details.failed-amount-missing',
  whole_sats: 'details.failed-whole-sats',
  own_invoice: 'details.failed-own-invoice',
  paid_before: 'details.failed-paid-before',
  node_unreachable: 'details.failed-node-unreachable',
  node_not_ready: 'details.failed-node-not-ready',
  no_proof: 'details.failed-no-proof',
}

interface Failed {
  readonly failure?: string | null
  readonly failure_code?: string | null
}

/** Why a payment failed; without a translation, in the words of the service. */
export function failureText({ failure, failure_code: code }: Failed): string | undefined {
  const key = TEXTS[code ?? '']
  return key === undefined ? (failure ?? undefined) : t(key)
}
