import { hash as digest } from 'node:crypto'
import type { PeerInvoice } from '../../peer-parts/peer-node.ts'
import { type ClnCommand, ClnError } from './cln-state.ts'

/** The commands of the hold plugin, which stores its own invoices. */
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
    run: ({ payment_hash: wanted }, { node, torn }) => ({
      holdinvoices: [...node.invoices.values()]
        .filter(({ isHold, paymentHash }) => isHold && (wanted === undefined || wanted === paymentHash))
        .map((invoice) => toHoldInvoice(invoice, torn.get(invoice.paymentHash) === 'torn')),
    }),
  },
  settleholdinvoice: {
    takes: ['preimage'],
    run({ preimage }, { node, torn }) {
      const paymentHash = digest('sha256', Buffer.from(String(preimage), 'hex'))
      const { state } = node.invoices.get(paymentHash) ?? {}
      if (state === undefined) throw new ClnError(-32700, 'invoice not found')
      if (state === 'settled' || torn.get(paymentHash) === 'torn') return {}
      if (state !== 'held') throw new ClnError(-32700, 'no HTLCs to settle')
      if (torn.has(paymentHash)) torn.set(paymentHash, 'torn')
      else node.settleHeld(paymentHash, String(preimage))
      return {}
    },
  },
  cancelholdinvoice: {
    takes: ['payment_hash'],
    run({ payment_hash: paymentHash }, { node, torn }) {
      const { state } = node.invoices.get(String(paymentHash)) ?? {}
      if (state === undefined) throw new ClnError(-32700, 'invoice not found')
      node.closeInvoice(String(paymentHash))
      if (state === 'settled' || torn.get(String(paymentHash)) === 'torn') {
        throw new ClnError(-32700, 'could not update invoice in database: state paid is final')
      }
      return {}
    },
  },
}

function toHoldInvoice(invoice: PeerInvoice, isTorn: boolean): object {
  const states = { open: 'unpaid', held: 'accepted', settled: 'paid', closed: 'cancelled' }
  const state = isTorn ? 'paid' : states[invoice.state]
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
