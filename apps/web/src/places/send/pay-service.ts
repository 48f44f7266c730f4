import { ApiError, isRefusal } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { ReadyDraft } from './draft.ts'
import type { PayService } from './pay.ts'
import type { PayAnswer, SuccessAction } from './pay-states.ts'

const ANSWER_MS = 40_000

export const payService: PayService = {
  async order(draft) {
    try {
      return { event: 'named', ...(await send(draft)) }
    } catch (error) {
      return { event: eventOf(error, draft), error }
    }
  },
  async findPayment({ walletId }, id) {
    try {
      const input = { path: { checking_id: id }, query: { wallet_id: walletId } }
      const payment = await call('GET /api/v1/payments/{checking_id}', input)
      const { lnurl_success_action: action } = payment.details.extra as { lnurl_success_action?: SuccessAction }
      return { event: payment.status, payment, ...(action !== undefined && { action }) }
    } catch (error) {
      return { event: error instanceof ApiError && error.status === 404 ? 'absent' : 'unanswered' }
    }
  },
  async findInList({ target, walletId, amountMsat, sentAt = 0 }) {
    const domain = target.kind === 'link' ? target.domain : undefined
    const from = Math.floor(sentAt / 1000) - 60
    try {
      const query = { wallet_id: walletId, direction: 'out', tag: ['lnurl'], from } as const
      const found = (await call('GET /api/v1/payments', { query })).find(
        ({ extra, amount_msat }) =>
          amount_msat === -amountMsat && (extra as { lnurl_domain?: unknown }).lnurl_domain === domain,
      )
      return found === undefined ? { event: 'absent' } : { event: 'named', checkingId: found.checking_id }
    } catch {
      return { event: 'unanswered' }
    }
  },
}

async function send({ target, key, walletId, amountMsat, comment = '', note = '' }: ReadyDraft) {
  const query = { wallet_id: walletId }
  const options = { idempotencyKey: key, signal: AbortSignal.timeout(ANSWER_MS) }
  if (target.kind === 'link') {
    const body = { lnurl: target.lnurl, amount: amountMsat, ...(comment !== '' && { comment }) }
    const { checking_id, success_action } = await call('POST /api/v1/payments/lnurl', { query, body }, options)
    return { checkingId: checking_id, action: success_action }
  }
  const body = {
    out: true,
    bolt11: target.bolt11,
    ...(target.amountMsat === null && { amount: amountMsat / 1000 }),
    ...(note !== '' && { memo: note }),
  }
  return { checkingId: (await call('POST /api/v1/payments', { query, body }, options)).checking_id }
}

/** What an error says about an order. */
function eventOf(error: unknown, { target }: ReadyDraft): PayAnswer['event'] {
  if (!(error instanceof ApiError)) return 'unanswered'
  // An LNURL cannot be looked up by a hash, as an invoice can.
  if (error.status >= 500) return target.kind === 'link' ? 'server error' : 'unanswered'
  if (!isRefusal(error)) return 'unanswered'
  // These stay, however often the order is repeated.
  return [400, 404, 422].includes(error.status) ? 'rejected' : 'rejected for now'
}
