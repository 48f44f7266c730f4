import { parseInvoice } from '@satchel/bolt11/read-invoice'
import type { PeerPayment } from '../../peer-parts/peer-node.ts'
import { type ClnCommand, ClnError, type ClnState, type Parameters, text } from './cln-state.ts'

/** The two commands that pay, with the codes and words of 26.06 (`xpay`) and 24.08 (`pay`). */
export const CLN_PAY_COMMANDS: Readonly<Record<string, ClnCommand>> = {
  xpay: {
    takes: ['invstring', 'amount_msat', 'maxfee', 'layers', 'retry_for', 'partial_msat', 'maxdelay', 'label'],
    async run(given, state, gone) {
      const bolt11 = text(given, 'invstring')
      const earlier = earlierOf(bolt11, state)
      if (earlier?.state === 'settled') throw new ClnError(219, 'Already paid this invoice successfully')
      if (earlier?.state === 'pending') {
        const inner =
          '{"code":200,"message":"Payment with groupid=1 still in progress, cannot retry before that completes."}'
        throw new ClnError(-3, `Unexpected injectpaymentonion error 200: ${inner}`)
      }
      // Refused before anything goes out: nothing is listed.
      if (isTooDear(bolt11, given, state)) {
        throw new ClnError(206, 'Failed: Could not find route without excessive cost')
      }
      const payment = await pay(bolt11, given, state, gone)
      if (payment.state === 'failed') throw failureOf(payment, state)
      return { ...paid(payment), failed_parts: 0, successful_parts: 1 }
    },
  },
  pay: {
    takes: ['bolt11', 'amount_msat', 'label', 'retry_for', 'maxdelay', 'maxfee', 'description'],
    async run(given, state, gone) {
      const bolt11 = text(given, 'bolt11')
      const earlier = earlierOf(bolt11, state)
      if (earlier === undefined && isTooDear(bolt11, given, state)) {
        throw new ClnError(210, 'Ran out of routes to try after 1 attempt: see `paystatus`')
      }
      // A payment in flight is waited for, a paid one is answered once more.
      if (earlier?.state === 'pending') await state.node.untilFinal(earlier, gone)
      const payment = earlier === undefined ? await pay(bolt11, given, state, gone) : earlier
      if (payment.state === 'failed')
        throw new ClnError(203, 'WIRE_INCORRECT_OR_UNKNOWN_PAYMENT_DETAILS (reply from remote)')
      return { ...paid(payment), status: 'complete', parts: 1, created_at: 1_700_000_000.123 }
    },
  },
}

/** The payment of this hash that decides about a new one; a failed one does not. */
function earlierOf(bolt11: string, { node }: ClnState): PeerPayment | undefined {
  const earlier = node.payments.get(parseInvoice(bolt11).paymentHash)
  return earlier?.state === 'failed' ? undefined : earlier
}

function isTooDear(bolt11: string, given: Parameters, { node }: ClnState): boolean {
  const { feeMsat = 0n, ignoresLimit = false } = node.planned(parseInvoice(bolt11).paymentHash)
  return !ignoresLimit && feeMsat > BigInt(Number(given['maxfee']))
}

async function pay(bolt11: string, given: Parameters, { node }: ClnState, gone: AbortSignal): Promise<PeerPayment> {
  const payment = node.pay({
    bolt11,
    amountMsat: given['amount_msat'] === undefined ? undefined : BigInt(Number(given['amount_msat'])),
    feeLimitMsat: BigInt(Number(given['maxfee'])),
    label: given['label'] === undefined ? undefined : text(given, 'label'),
  })
  await node.untilFinal(payment, gone)
  return payment
}

function failureOf({ paymentHash }: PeerPayment, { failsOnTheWay }: ClnState): ClnError {
  if (!failsOnTheWay.has(paymentHash)) {
    return new ClnError(203, "Destination said it doesn't know invoice: incorrect_or_unknown_payment_details")
  }
  const tried = 'We got a weird error (unknown_next_peer) for 457x1x0/1: disabling it for this payment.'
  const routing =
    'Then routing failed: We could not find a usable set of paths. All 1 channels to the destination are disabled.'
  return new ClnError(209, `Failed after 1 attempts. ${tried} ${routing}`)
}

const paid = ({ preimage, amountMsat, feeMsat }: PeerPayment): object => ({
  payment_preimage: preimage,
  amount_msat: Number(amountMsat),
  amount_sent_msat: Number(amountMsat + feeMsat),
})
