import { hash as digest } from 'node:crypto'
import { type ClnCommand, ClnError } from './cln-state.ts'
import type { PeerInvoice } from './peer-node.ts'

/** Those of the hold plugin, which keeps its invoices to itself. */
export const CLN_HOLD_COMMANDS: Readonly<Record<string, ClnCommand>> = {
  holdinvoice: {
    takes: ['payment_hash', 'amount'],
    run({ payment_hash: paymentHash, amount }, { node }) {
      const words = { paymentHash: String(paymentHash), amountMsat: BigInt(Number(amount)), isHold: true }
      if (node.invoices.has(words.paymentHash)) throw new ClnError(-32700, 'UNIQUE constraint failed')
      return { bolt11: node.addInvoice(words).bolt11 }
    },
  },
  listholdinvoices: {
    takes: ['payment_hash', 'invoice'],
    run: ({ payment_hash: wanted }, { node }) => ({
      holdinvoices: [...node.invoices.values()]
        .filter(({ isHold, paymentHash }) => isHold && (wanted === undefined || wanted === paymentHash))
        .map(toHoldInvoice),
    }),
  },
  settleholdinvoice: {
    takes: ['preimage'],
    run({ preimage }, { node }) {
      const paymentHash = digest('sha256', Buffer.from(String(preimage), 'hex'))
      if (node.invoices.get(paymentHash)?.state !== 'held') throw new ClnError(-32700, 'invoice not found')
      node.settleHeld(paymentHash, String(preimage))
      return {}
    },
  },
  cancelholdinvoice: {
    takes: ['payment_hash'],
    run({ payment_hash: paymentHash }, { node }) {
      if (!node.invoices.has(String(paymentHash))) throw new ClnError(-32700, 'invoice not found')
      node.closeInvoice(String(paymentHash))
      return {}
    },
  },
}

function toHoldInvoice(invoice: PeerInvoice): object {
  const state = { open: 'unpaid', held: 'accepted', settled: 'paid', closed: 'cancelled' }[invoice.state]
  const part = {
    id: 1,
    invoice_id: invoice.addIndex,
    state,
    scid: '1x1x1',
    channel_id: 1,
    msat: Number(invoice.receivedMsat),
  }
  return {
    id: invoice.addIndex,
    payment_hash: invoice.paymentHash,
    invoice: invoice.bolt11,
    state,
    htlcs: invoice.receivedMsat > 0n ? [part] : [],
  }
}
