import { hash as digest, randomBytes } from 'node:crypto'
import { newInvoice, type PeerInvoice, type PeerNode, present } from '../peer-parts/peer-node.ts'
import type { LdkNetwork } from './network.ts'
import type { NodeNews } from './read-news.ts'

export type ReceiveAsk = Parameters<PeerNode['addInvoice']>[0]

type Network = Pick<LdkNetwork, 'writeInvoice' | 'claim' | 'giveBack' | 'mineTo'>

/** Our invoices: a payment of an open one is claimed immediately, or stays in its HTLCs until a test decides. */
export function receiveWithLdk(network: Network, news: PeerNode['news'], settleDown: () => void) {
  const invoices = new Map<string, PeerInvoice>()
  const deadlines = new Map<string, number>()
  let settled = 0
  const arrived = (invoice: PeerInvoice | undefined, paymentHash: string, amountMsat: bigint): void => {
    if (invoice?.state !== 'open' || invoice.expiresAt < nowSeconds()) return network.giveBack('ours', paymentHash)
    invoice.receivedMsat = amountMsat
    if (!invoice.isHold) return network.claim('ours', present(invoice.preimage))
    invoice.state = 'held'
    news.emit('invoice', invoice)
  }
  const close = (invoice: PeerInvoice): void => {
    invoice.state = 'closed'
    news.emit('invoice', invoice)
  }
  return {
    invoices: invoices as ReadonlyMap<string, PeerInvoice>,
    addInvoice(ask: ReceiveAsk): PeerInvoice {
      const invoice = writeOurs(network, ask, invoices.size + 1)
      if (invoices.has(invoice.paymentHash)) throw new Error('invoice with payment hash already exists')
      invoices.set(invoice.paymentHash, invoice)
      news.emit('invoice', invoice)
      return invoice
    },
    settleHeld(paymentHash: string, preimage: string): boolean {
      const invoice = present(invoices.get(paymentHash))
      if (invoice.state === 'open') throw new Error('invoice still open')
      if (invoice.state === 'closed') return false
      if (invoice.state === 'settled') return true
      invoice.preimage = preimage
      network.claim('ours', preimage)
      settleDown()
      return true
    },
    closeInvoice(paymentHash: string): void {
      const invoice = present(invoices.get(paymentHash))
      const { state } = invoice
      if (state === 'settled' || state === 'closed') return
      close(invoice)
      if (state === 'held') network.giveBack('ours', paymentHash)
      settleDown()
    },
    /** Adds blocks until our node returns its held payments. */
    expire(paymentHash: string): void {
      network.mineTo(present(deadlines.get(paymentHash)))
      settleDown()
      if (invoices.get(paymentHash)?.state !== 'closed') throw new Error('LDK still holds it')
    },
    receive(event: NodeNews): void {
      if (event.is === 'funding-wanted' || event.who !== 'ours' || !('paymentHash' in event)) return
      const invoice = invoices.get(event.paymentHash)
      if (event.is === 'claimable') {
        deadlines.set(event.paymentHash, event.deadline)
        arrived(invoice, event.paymentHash, event.amountMsat)
      } else if (event.is === 'claimed' && invoice !== undefined) {
        settled += 1
        Object.assign(invoice, { state: 'settled', settleIndex: settled, settledAt: nowSeconds() })
        news.emit('invoice', invoice)
      } else if (event.is === 'given-back' && invoice?.state === 'held') close(invoice)
    },
  }
}

function writeOurs(network: Network, { isHold = false, ...words }: ReceiveAsk, addIndex: number): PeerInvoice {
  const preimage = words.preimage ?? randomHex()
  const paymentHash = words.paymentHash ?? digest('sha256', Buffer.from(preimage, 'hex'))
  const bolt11 = network.writeInvoice('ours', {
    amountMsat: words.amountMsat,
    description: words.description ?? '',
    descriptionHash: words.descriptionHash,
    expirySeconds: words.expirySeconds ?? 3600,
    paymentHash,
  })
  const known = words.paymentHash === undefined ? preimage : undefined
  return { bolt11, paymentHash, preimage: known, isHold, addIndex, ...newInvoice(words) }
}

export const randomHex = (): string => randomBytes(32).toString('hex')

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
