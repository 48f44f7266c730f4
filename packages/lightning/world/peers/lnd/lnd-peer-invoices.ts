import type { PeerInvoice, PeerNode } from '../../peer-parts/peer-node.ts'
import { channelOf, EXPIRY_HEIGHT } from './lnd-peer-channels.ts'

const STATES = { open: 'OPEN', held: 'ACCEPTED', settled: 'SETTLED', closed: 'CANCELED' } as const

/**
 * `in-order`: by the numbers of the receipts. `sql`: with its invoices in SQL, in the order in which they were made, AMP
 * last. `all-sets`: before 0.18, each payment of an AMP invoice together with all others of it.
 */
export type LndReplay = 'in-order' | 'sql' | 'all-sets'

/** One payment of an AMP invoice: LND shows it as a part of that invoice. */
export const isSet = ({ unasked }: PeerInvoice): boolean => unasked?.of !== undefined

/** The order in which LND repeats its receipts. */
export const listOrder =
  (replay: LndReplay) =>
  (one: PeerInvoice, other: PeerInvoice): number =>
    replay === 'sql'
      ? Number(isAmp(one)) - Number(isAmp(other)) || one.addIndex - other.addIndex
      : one.settleIndex - other.settleIndex

const isAmp = ({ unasked }: PeerInvoice): boolean => unasked?.via === 'amp'

/** LND's `Invoice`. An AMP invoice is shown with all of its payments; one of its payments as that invoice, with this one alone. */
export function toWire(node: PeerNode, invoice: PeerInvoice, replay?: LndReplay): object {
  if (!isAmp(invoice)) return isKeysend(invoice) ? keysendToWire(invoice) : plainToWire(invoice)
  const whole = node.invoices.get(invoice.unasked?.of ?? '') ?? invoice
  const showsAll = invoice === whole || replay === 'all-sets'
  return ampToWire(whole, showsAll && whole.unasked?.setId === undefined ? setsOf(node, whole) : [invoice])
}

const setsOf = ({ invoices }: PeerNode, { paymentHash }: PeerInvoice): PeerInvoice[] =>
  [...invoices.values()].filter(({ unasked, state }) => unasked?.of === paymentHash && state === 'settled')

const isKeysend = ({ unasked }: PeerInvoice): boolean => unasked?.via === 'keysend'

const keysendToWire = (invoice: PeerInvoice): object => ({
  ...plainToWire(invoice),
  payment_request: '',
  is_keysend: true,
})

/** LND never gives the invoice itself a number or a preimage; it calls it settled as soon as one set is. */
function ampToWire(invoice: PeerInvoice, sets: readonly PeerInvoice[]): object {
  const settled = sets.filter(({ state }) => state === 'settled')
  const isSpontaneous = invoice.unasked?.setId !== undefined
  return {
    ...plainToWire(invoice),
    ...(isSpontaneous && { r_hash: '', payment_request: '' }),
    r_preimage: '',
    state: settled.length > 0 ? 'SETTLED' : STATES[invoice.state],
    settle_index: '0',
    settle_date: '0',
    amt_paid_msat: String(settled.reduce((sum, { receivedMsat }) => sum + receivedMsat, 0n)),
    htlcs: sets.map(({ receivedMsat, unasked }) => ({
      amt_msat: String(receivedMsat),
      state: 'SETTLED',
      amp: { set_id: toBase64(unasked?.setId ?? '') },
    })),
    is_amp: true,
    amp_invoice_state: Object.fromEntries(
      settled.map(({ unasked, receivedMsat, settleIndex, settledAt }) => [
        unasked?.setId,
        {
          state: 'SETTLED',
          settle_index: String(settleIndex),
          settle_time: String(settledAt),
          amt_paid_msat: String(receivedMsat),
        },
      ]),
    ),
  }
}

const plainToWire = (invoice: PeerInvoice): object => ({
  memo: invoice.memo,
  r_preimage: toBase64(invoice.preimage ?? ''),
  r_hash: toBase64(invoice.paymentHash),
  value: String(invoice.amountMsat / 1000n),
  value_msat: String(invoice.amountMsat),
  creation_date: String(invoice.createdAt),
  settle_date: String(invoice.settledAt),
  payment_request: invoice.bolt11,
  expiry: String(invoice.expiresAt - invoice.createdAt),
  add_index: String(invoice.addIndex),
  settle_index: String(invoice.settleIndex),
  amt_paid_msat: invoice.state === 'closed' ? '0' : String(invoice.receivedMsat),
  state: STATES[invoice.state],
  htlcs:
    invoice.receivedMsat === 0n
      ? []
      : [
          {
            chan_id: channelOf(invoice.paymentHash),
            amt_msat: String(invoice.receivedMsat),
            expiry_height: EXPIRY_HEIGHT,
            state: { closed: 'CANCELED', held: 'ACCEPTED' }[invoice.state as string] ?? 'SETTLED',
          },
        ],
  is_keysend: false,
  is_amp: false,
  amp_invoice_state: {},
})

const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
