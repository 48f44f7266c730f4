import { hash } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { Msat } from '@satchel/money/units'
import type { CreatedInvoice, NodeIdentity } from '../port/funding-source.ts'

export interface MadeInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  /** Undefined: no amount. */
  readonly amountMsat: Msat | undefined
}

/** Throws when the invoice differs from what we asked our node for, so that a wrong one is never returned. */
export function requireOwnInvoice(made: MadeInvoice, node: NodeIdentity | undefined): CreatedInvoice {
  const invoice = readInvoice(made.bolt11)
  if (invoice.amountMsat !== made.amountMsat) throw new Error('the node made an invoice over another amount')
  if (invoice.paymentHash !== made.paymentHash) throw new Error('the node made an invoice for another hash')
  if (node !== undefined && invoice.network !== node.network) {
    throw new Error('the node made an invoice for another network')
  }
  if (node !== undefined && !isItsOwn(invoice.payee, node)) {
    throw new Error('the node made an invoice in the name of another one')
  }
  return { bolt11: invoice.bolt11, paymentHash: invoice.paymentHash }
}

/**
 * For nodes that choose the preimage. Without a matching preimage the invoice still works, but an internal payer gets
 * no proof.
 */
export function withPreimage(invoice: CreatedInvoice, preimage: string | undefined): CreatedInvoice {
  const fits = hash('sha256', Buffer.from(preimage ?? '', 'hex'), 'hex') === invoice.paymentHash
  return { ...invoice, preimage: fits ? preimage : undefined }
}

/** Hosted services do not name their node: `nodeKey` is then empty, and any payee is accepted. */
const isItsOwn = (payee: string, { nodeKey }: NodeIdentity): boolean => nodeKey === '' || payee === nodeKey
