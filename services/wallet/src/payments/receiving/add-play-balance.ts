import { badRequest, forbidden } from '@satchel/http/service-error'
import { type Msat, sat, satToMsat } from '@satchel/money/units'
import { unixSeconds } from '../../base/clock.ts'
import { findAvailable } from '../../ledger/ledger.ts'
import type { IdempotencyClaim } from '../states/idempotency.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { createInvoice, replayInvoice } from './create-invoice.ts'
import { creditReceipt } from './invoice-commands.ts'

/** The largest balance that adding play satoshis may give a wallet. */
export const MAX_PLAY_SAT = 1_000_000

const MAX_PLAY_MSAT = satToMsat(sat(MAX_PLAY_SAT))
const EXPIRY_SECONDS = 600

export interface PlayBalanceRequest {
  readonly walletId: string
  readonly amountMsat: Msat
  readonly memo: string
  readonly claim: IdempotencyClaim | undefined
}

/**
 * Makes an invoice of the wallet and lets the simulated node's outside payer pay it. So it is a receipt like any other,
 * with history, events and webhooks, and the books agree with the node. Only for the simulated node.
 */
export async function addPlayBalance(deps: PaymentDeps, request: PlayBalanceRequest): Promise<Payment> {
  const { funding } = deps
  if (funding.payFromOutside === undefined) {
    throw forbidden('This service runs on a real Lightning node: there are no play satoshis.', {
      code: 'play_money_unavailable',
    })
  }
  const replayed = await replayInvoice(deps, request.claim)
  if (replayed === undefined) await requireRoomForPlay(deps, request)
  const invoice =
    replayed ??
    (await createInvoice(deps, {
      ...request,
      expirySeconds: EXPIRY_SECONDS,
      extra: '{}',
      tag: '',
    }))
  if (invoice.state !== 'open') return invoice
  const receipts = await funding.payFromOutside(invoice.paymentHash)
  // The node's stream reports the same receipt; it is credited once.
  for (const receipt of receipts) await deps.db.transact(creditReceipt, { receipt, at: unixSeconds(deps.clock) })
  return invoice
}

/** A soft limit, like that of a wallet: concurrent requests may each find room. */
async function requireRoomForPlay({ db }: PaymentDeps, { walletId, amountMsat }: PlayBalanceRequest): Promise<void> {
  if ((await findAvailable(db, walletId)) + amountMsat <= MAX_PLAY_MSAT) return
  throw badRequest(`A wallet gets play satoshis up to a balance of ${MAX_PLAY_SAT} sat.`, {
    code: 'play_balance_full',
    params: { max_sat: MAX_PLAY_SAT },
  })
}
