import { randomBytes } from 'node:crypto'
import type { PeerInvoice, PeerNode } from './peer-node.ts'

interface UnaskedOrder {
  readonly amountMsat: bigint
  /** Preimage of a keysend: its payer chooses it. */
  readonly preimage?: string
  /** Id of an AMP set: its payer chooses it. */
  readonly setId?: string
}

/** An outside payer pays without an invoice: a keysend, or an offer of the node. */
export const payUnasked = (node: PeerNode, via: 'keysend' | 'offer', order: UnaskedOrder): Promise<PeerInvoice> =>
  pay(node, node.addInvoice({ ...order, unasked: { via } }))

/** An outside payer pays an AMP invoice, once more if it was paid before, or without an invoice. */
export function payAmp(node: PeerNode, of: PeerInvoice | undefined, order: UnaskedOrder): Promise<PeerInvoice> {
  const { setId = randomBytes(32).toString('hex'), amountMsat } = order
  const unasked = { via: 'amp', setId, ...(of !== undefined && { of: of.paymentHash }) } as const
  return pay(node, node.addInvoice({ amountMsat, unasked }))
}

async function pay({ outside }: PeerNode, invoice: PeerInvoice): Promise<PeerInvoice> {
  await outside.payOurInvoice(invoice.bolt11)
  return invoice
}
