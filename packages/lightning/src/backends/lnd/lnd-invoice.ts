import { hash as digest } from 'node:crypto'
import { type Msat, msat } from '@satchel/money/units'
import type { IncomingStatus, Receipt } from '../../port/funding-source.ts'

/** The used fields of LND's `Invoice`. */
export interface LndInvoice {
  readonly paymentHash: string
  readonly state: 'OPEN' | 'ACCEPTED' | 'SETTLED' | 'CANCELED'
  /** Unix seconds. */
  readonly createdAt: number
  /** LND does not have the preimage: the service decides. */
  readonly isHold: boolean
  /** How it is paid, where it is never one of ours. */
  readonly via: 'amp' | 'keysend' | undefined
  /** Id of the set of HTLCs, for one payment of an AMP invoice. */
  readonly setId?: string
  readonly addIndex: number
  /** 0 = not settled. */
  readonly settleIndex: number
  /** The amount received or held; after a cancellation, the amount that was held. */
  readonly arrivedMsat: Msat
  /** Whether the whole amount was held. */
  readonly wasHeld: boolean
  readonly parts: readonly LndPart[]
}

/** One HTLC of a payment. */
export interface LndPart {
  /** Short channel id, decimal. */
  readonly channelId: string
  readonly amountMsat: Msat
  /** Block height. */
  readonly expiryHeight: number
  readonly state: unknown
}

export function readInvoiceFields(fields: Readonly<Record<string, unknown>>): LndInvoice {
  const { state, r_hash: hash, r_preimage: preimage } = fields
  const parts = (Array.isArray(fields['htlcs']) ? fields['htlcs'] : []) as readonly Readonly<Record<string, unknown>>[]
  const sum = (of: readonly Readonly<Record<string, unknown>>[]): bigint =>
    of.reduce((total, part) => total + msatOf(part['amt_msat']), 0n)
  const held = sum(parts.filter((part) => part['state'] === 'ACCEPTED'))
  if (typeof hash !== 'string' || !isState(state)) throw new Error('LND describes an invoice that cannot be read')
  const paid = msatOf(fields['amt_paid_msat'])
  const arrived = { OPEN: 0n, ACCEPTED: held > 0n ? held : paid, SETTLED: paid, CANCELED: sum(parts) }[state]
  return {
    paymentHash: Buffer.from(hash, 'base64').toString('hex'),
    state,
    createdAt: integerOf(fields['creation_date']),
    isHold: (preimage ?? '') === '' && fields['is_amp'] !== true,
    via: fields['is_amp'] === true ? 'amp' : fields['is_keysend'] === true ? 'keysend' : undefined,
    addIndex: integerOf(fields['add_index']),
    settleIndex: integerOf(fields['settle_index']),
    arrivedMsat: msat(arrived),
    wasHeld: state === 'CANCELED' && arrived > 0n && arrived >= msatOf(fields['value_msat']),
    parts: parts.map((part) => ({
      channelId: String(part['chan_id']),
      amountMsat: msatOf(part['amt_msat']),
      expiryHeight: integerOf(part['expiry_height']),
      state: part['state'],
    })),
  }
}

/**
 * An AMP invoice stays open and is paid many times. Each of its settled sets of HTLCs is read as an invoice of its own,
 * with LND's number of that settlement; LND writes no number on the invoice itself.
 */
export function readSettlements(fields: Readonly<Record<string, unknown>>): LndInvoice[] {
  const invoice = readInvoiceFields(fields)
  const sets = invoice.via === 'amp' ? Object.entries(fields['amp_invoice_state'] ?? {}) : []
  const settled = sets.filter(([, set]) => set.state === 'SETTLED')
  if (settled.length === 0) return [invoice]
  return settled.map(([setId, { settle_index: settleIndex, amt_paid_msat: paid }]) => ({
    ...invoice,
    state: 'SETTLED',
    setId,
    // Without an invoice there is no hash. Its payer chooses the id of a set, which must not count as a hash of ours.
    paymentHash: invoice.paymentHash === '' ? digest('sha256', `amp ${setId}`) : invoice.paymentHash,
    settleIndex: integerOf(settleIndex),
    arrivedMsat: msatOf(paid),
  }))
}

export function toIncomingStatus({ state, arrivedMsat }: LndInvoice): IncomingStatus {
  switch (state) {
    case 'OPEN':
      return { status: 'open' }
    case 'CANCELED':
      return { status: 'closed' }
    case 'ACCEPTED':
      return { status: 'held', amountMsat: arrivedMsat }
    case 'SETTLED':
      return { status: 'settled', amountMsat: arrivedMsat }
  }
}

/** Settled invoices have LND's number; a hold is held and released only once. */
export function toReceipt(invoice: LndInvoice, kind: 'settled' | 'held' | 'released'): Receipt {
  const { paymentHash, settleIndex, arrivedMsat, via, setId } = invoice
  const of = setId === undefined ? paymentHash : `amp:${setId}`
  const receiptId = `lnd:${of}:${kind === 'settled' ? settleIndex : kind}`
  return { receiptId, paymentHash, kind, amountMsat: arrivedMsat, ...(via !== undefined && { via }) }
}

export const isReceipt = ({ state, settleIndex }: LndInvoice): boolean => state === 'SETTLED' && settleIndex > 0

/** 64-bit numbers come as text; an empty one counts as zero, one that is no number throws. */
function integerOf(value: unknown): number {
  const number = Number(value ?? 0)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error('LND writes a number that cannot be read')
  return number
}

/** LND writes every amount, also zero: a missing one is unknown. */
function msatOf(value: unknown): Msat {
  if (value === undefined || value === null || value === '') throw new Error('LND does not write an amount')
  return msat(BigInt(integerOf(value)))
}

const isState = (value: unknown): value is LndInvoice['state'] =>
  value === 'OPEN' || value === 'ACCEPTED' || value === 'SETTLED' || value === 'CANCELED'
