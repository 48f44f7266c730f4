import { hash as digest } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { CreatedInvoice } from '../../src/port/funding-source.ts'
import {
  newPayment,
  type PayPlan,
  type PeerNode,
  type PeerPayment,
  type PeerPayOrder,
  present,
} from '../peer-parts/peer-node.ts'
import type { LdkNetwork } from './network.ts'
import type { NodeNews } from './read-news.ts'
import { randomHex } from './receive-with-ldk.ts'

type Network = Pick<LdkNetwork, 'writeInvoice' | 'pay' | 'claim' | 'giveBack' | 'setFee'>

/** For longer than any test lets time pass. */
const LONG_SECONDS = 30 * 86_400
const PLAIN: PayPlan = { ends: 'settled' }

/** Our payments to the others over the middle node; a plan sets the behaviour of these two. */
export function payWithLdk(network: Network, news: PeerNode['news'], settleDown: () => void) {
  const theirPreimages = new Map<string, string>()
  const plans = new Map<string, PayPlan>()
  const planOf = (paymentHash: string): PayPlan => plans.get(paymentHash) ?? PLAIN
  const { payments, attempts, sends, begin, settle, fail } = openBook(news)
  let feeNow = 0n
  const askFee = (feeMsat: bigint): void => {
    if (feeMsat !== feeNow) network.setFee(Number(feeMsat))
    feeNow = feeMsat
  }
  const decide = (paymentHash: string, as: 'settled' | 'failed'): void => {
    const preimage = theirPreimages.get(paymentHash)
    if (as === 'settled' && preimage !== undefined) network.claim('theirs', preimage)
    else network.giveBack('theirs', paymentHash)
  }
  return {
    payments,
    attempts,
    sends,
    setPlan: (paymentHash: string, plan: PayPlan): void => void plans.set(paymentHash, plan),
    planned: planOf,
    writeTheirs(amountMsat: bigint | undefined): CreatedInvoice {
      const preimage = randomHex()
      const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
      theirPreimages.set(paymentHash, preimage)
      const words = { amountMsat, description: '', descriptionHash: undefined, expirySeconds: LONG_SECONDS }
      return { bolt11: network.writeInvoice('theirs', { ...words, paymentHash }), paymentHash }
    },
    pay(order: PeerPayOrder): PeerPayment {
      const { bolt11 } = order
      const { paymentHash, amountMsat: named } = readInvoice(bolt11)
      const { feeMsat = 0n, ignoresLimit = false } = planOf(paymentHash)
      const paymentId = randomHex()
      const payment = begin(paymentId, paymentHash, { ...order, amountMsat: named ?? order.amountMsat })
      askFee(feeMsat)
      const amountMsat = named === undefined ? order.amountMsat : undefined
      const feeLimitMsat = ignoresLimit ? undefined : order.feeLimitMsat
      const refusal = network.pay('ours', { bolt11, amountMsat, feeLimitMsat, paymentId })
      if (refusal !== undefined) fail(paymentId, 'no-route')
      settleDown()
      return payment
    },
    /** Waiting payees decide. */
    finish(paymentHash: string, as: 'settled' | 'failed'): void {
      if (present(payments.get(paymentHash)).state !== 'pending') return
      decide(paymentHash, as)
      settleDown()
    },
    receive(event: NodeNews): void {
      if (event.is === 'claimable' && event.who === 'theirs') {
        const { ends } = planOf(event.paymentHash)
        if (ends !== 'on-command') decide(event.paymentHash, ends)
      } else if (event.is === 'sent' && event.who === 'ours') {
        const { wrongPreimage = false } = planOf(event.paymentHash)
        settle(event.paymentId, event.feeMsat, wrongPreimage ? 'ee'.repeat(32) : event.preimage)
      } else if (event.is === 'failed' && event.who === 'ours') {
        fail(event.paymentId, event.reason.includes('Rejected') ? 'rejected' : 'no-route')
      }
    },
  }
}

/** The payments in a peer's interface: of each hash the last attempt. */
function openBook(news: PeerNode['news']) {
  const payments = new Map<string, PeerPayment>()
  const attempts: PeerPayment[] = []
  const byId = new Map<string, PeerPayment>()
  const sent = new Map<string, number>()
  const sends = (paymentHash: string): number => sent.get(paymentHash) ?? 0
  const end = (payment: PeerPayment, how: Partial<PeerPayment>): void => {
    Object.assign(payment, how)
    news.emit('payment', payment)
  }
  return {
    payments: payments as ReadonlyMap<string, PeerPayment>,
    attempts: attempts as readonly PeerPayment[],
    sends,
    begin(paymentId: string, paymentHash: string, { bolt11, amountMsat = 0n, label = '' }: PeerPayOrder): PeerPayment {
      const payment = { paymentHash, bolt11, amountMsat, index: attempts.length + 1, label, ...newPayment() }
      payments.set(paymentHash, payment)
      attempts.push(payment)
      byId.set(paymentId, payment)
      sent.set(paymentHash, sends(paymentHash) + 1)
      return payment
    },
    settle: (paymentId: string, feeMsat: bigint, preimage: string): void =>
      end(present(byId.get(paymentId)), { state: 'settled', feeMsat, preimage }),
    fail(paymentId: string, failure: PeerPayment['failure']): void {
      const payment = present(byId.get(paymentId))
      sent.set(payment.paymentHash, sends(payment.paymentHash) - 1)
      end(payment, { state: 'failed', failure })
    },
  }
}
