import { EventEmitter } from 'node:events'
import { createInvoiceSigner, type InvoiceSigner } from '../peer-parts/invoice-signer.ts'
import type { OutsideWorld } from '../peer-parts/outside-world.ts'
import { type PeerNode, untilFinal } from '../peer-parts/peer-node.ts'
import type { LdkNetwork } from './network.ts'
import { openLdkNetwork } from './open-ldk-network.ts'
import { payWithLdk } from './pay-with-ldk.ts'
import type { NodeNews } from './read-news.ts'
import { type ReceiveAsk, randomHex, receiveWithLdk } from './receive-with-ldk.ts'

export interface LdkPeerNode extends PeerNode {
  /** The payee of our node: invoices signed here look as if they were from there. */
  readonly payee: InvoiceSigner
  /** The earnings or losses of the node between us and the others since the last call. */
  routerEarnedMsat(): bigint
  /** The preimage that the outside payer of one of our invoices has got for his money. */
  proofOf(paymentHash: string): string | undefined
  close(): Promise<void>
}

/**
 * A peer's node that is a real one: invoices, HTLCs, routing fees, preimages and time-outs are LDK's, only the records
 * that a peer's interface shows are ours. A plan sets the behaviour of the payee, or the fee of the router.
 */
export async function createLdkPeerNode(): Promise<LdkPeerNode> {
  const network = await openLdkNetwork()
  const news: PeerNode['news'] = new EventEmitter()
  news.setMaxListeners(0)
  const listeners: ((news: NodeNews) => void)[] = []
  /** Each reaction to an event causes more events. */
  const settleDown = (): void => {
    for (let batch = network.takeNews(); batch.length > 0; batch = network.takeNews()) {
      for (const one of batch) for (const listener of listeners) listener(one)
    }
  }
  const { takeNews: _, ...given } = network
  const signers = { ours: signerOf(network, 'ours'), theirs: signerOf(network, 'theirs') }
  const receiving = receiveWithLdk(given, news, settleDown)
  const { setPlan, writeTheirs, ...paying } = payWithLdk(given, news, settleDown)
  const outside = openOutside(given, settleDown)
  listeners.push(receiving.receive, paying.receive, outside.receive)
  let routerHad = network.spendableMsat('router')
  return {
    own: signers.ours,
    payee: signers.theirs,
    outside: {
      makeInvoice: async (amountMsat) => writeTheirs(amountMsat),
      setFee: async (paymentHash, feeMsat) => setPlan(paymentHash, { ends: 'settled', feeMsat }),
      refusePayment: async (paymentHash) => setPlan(paymentHash, { ends: 'failed' }),
      payOurInvoice: async (bolt11, chosenMsat) => outside.pay(bolt11, chosenMsat),
      expireHeld: async (paymentHash) => receiving.expire(paymentHash),
    } satisfies OutsideWorld,
    news,
    invoices: receiving.invoices,
    addInvoice: (ask: ReceiveAsk) => receiving.addInvoice(ask),
    settleHeld: receiving.settleHeld,
    closeInvoice: receiving.closeInvoice,
    payments: paying.payments,
    attempts: paying.attempts,
    pay: paying.pay,
    finish: paying.finish,
    sends: paying.sends,
    plan: setPlan,
    planned: paying.planned,
    untilFinal: (payment, signal) => untilFinal(news, payment, signal),
    balanceMsat: () => network.spendableMsat('ours'),
    routerEarnedMsat() {
      const before = routerHad
      routerHad = network.spendableMsat('router')
      return routerHad - before
    },
    proofOf: outside.proofOf,
    close: network.close,
  }
}

const signerOf = (network: LdkNetwork, who: 'ours' | 'theirs'): InvoiceSigner =>
  createInvoiceSigner('bcrt', Buffer.from(network.nodeSecret(who), 'hex'))

/** Outside payers. */
function openOutside(network: Pick<LdkNetwork, 'pay'>, settleDown: () => void) {
  const proofs = new Map<string, string>()
  const failed = new Set<string>()
  return {
    receive(news: NodeNews): void {
      if (news.is === 'sent' && news.who === 'theirs') proofs.set(news.paymentHash, news.preimage)
      if (news.is === 'failed' && news.who === 'theirs') failed.add(news.paymentId)
    },
    pay(bolt11: string, amountMsat?: bigint): void {
      const paymentId = randomHex()
      const refusal = network.pay('theirs', { bolt11, amountMsat, feeLimitMsat: undefined, paymentId })
      if (refusal !== undefined) throw new Error(`the payment cannot be sent: ${refusal}`)
      settleDown()
      if (failed.has(paymentId)) throw new Error('our node does not take it')
    },
    proofOf: (paymentHash: string): string | undefined => proofs.get(paymentHash),
  }
}
