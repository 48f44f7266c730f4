import { describe, expect, test } from 'vitest'
import { isReceipt, readInvoiceFields, readSettlements, toIncomingStatus, toReceipt } from './lnd-invoice.ts'

const HASH = 'ab'.repeat(32)
const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
const part = (state: string, msats: number) => ({ state, amt_msat: String(msats) })

const wire = (more: object = {}) => ({
  r_hash: base64(HASH),
  r_preimage: base64('cd'.repeat(32)),
  state: 'OPEN',
  value_msat: '21000',
  amt_paid_msat: '0',
  creation_date: '1700000000',
  add_index: '12',
  settle_index: '0',
  htlcs: [],
  is_amp: false,
  ...more,
})
const SETTLED = { state: 'SETTLED', amt_paid_msat: '22000', settle_index: '9007199254740991' }

describe('what an invoice of LND means', () => {
  test.each([
    ['OPEN: open', {}, { status: 'open' }],
    ['CANCELED: closed', { state: 'CANCELED' }, { status: 'closed' }],
    ['SETTLED: settled, with what arrived', SETTLED, { status: 'settled', amountMsat: 22_000n }],
    [
      'ACCEPTED: held, with all parts that are held',
      { state: 'ACCEPTED', htlcs: [part('ACCEPTED', 20_000), part('ACCEPTED', 1000), part('CANCELED', 7)] },
      { status: 'held', amountMsat: 21_000n },
    ],
    ['ACCEPTED without its parts', { state: 'ACCEPTED', amt_paid_msat: '5' }, { status: 'held', amountMsat: 5n }],
  ])('%s', (_name, more, expected) => {
    expect(toIncomingStatus(readInvoiceFields(wire(more)))).toEqual(expected)
  })

  test.each([
    ['settled', { ...SETTLED, amt_paid_msat: undefined }],
    ['settled', { ...SETTLED, amt_paid_msat: '' }],
    ['held', { state: 'ACCEPTED', htlcs: [{ state: 'ACCEPTED' }] }],
  ])('a missing amount is not zero: an invoice that is %s cannot be read', (_name, more) => {
    expect(() => readInvoiceFields(wire(more))).toThrow('amount')
  })

  test('64-bit numbers come as text, bytes as base64', () => {
    expect(readInvoiceFields(wire(SETTLED))).toMatchObject({
      paymentHash: HASH,
      createdAt: 1_700_000_000,
      addIndex: 12,
      settleIndex: Number.MAX_SAFE_INTEGER,
      isHold: false,
    })
  })

  test('a receipt has the same id each time it is reported, and each settlement its own', () => {
    const settled = readInvoiceFields(wire(SETTLED))
    expect(toReceipt(settled, 'settled')).toEqual({
      receiptId: `lnd:${HASH}:9007199254740991`,
      paymentHash: HASH,
      kind: 'settled',
      amountMsat: 22_000n,
    })
    expect(toReceipt(settled, 'held').receiptId).toBe(`lnd:${HASH}:held`)
  })

  test('an invoice without its preimage is a hold, unless it is AMP; only settled invoices are receipts', () => {
    expect(readInvoiceFields(wire({ r_preimage: '' })).isHold).toBe(true)
    expect(readInvoiceFields(wire({ r_preimage: null })).isHold).toBe(true)
    expect(readInvoiceFields(wire({ r_preimage: '', is_amp: true })).isHold).toBe(false)
    expect(isReceipt(readInvoiceFields(wire(SETTLED)))).toBe(true)
    expect(isReceipt(readInvoiceFields(wire()))).toBe(false)
  })

  test('an AMP invoice is not a receipt, although LND reports it as settled; each settled set of it is one', () => {
    const set = (state: string, index: number, msats: number) => ({
      state,
      settle_index: String(index),
      amt_paid_msat: String(msats),
    })
    const [one, other, held] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)]
    const sets = { [one]: set('SETTLED', 7, 1000), [other]: set('SETTLED', 9, 2000), [held]: set('ACCEPTED', 0, 5) }
    const amp = wire({ is_amp: true, r_preimage: '', state: 'SETTLED', amt_paid_msat: '3000', amp_invoice_state: sets })
    expect(isReceipt(readInvoiceFields(amp))).toBe(false)
    const settlements = readSettlements(amp)
    expect(settlements.every(isReceipt)).toBe(true)
    expect(settlements.map((each) => toReceipt(each, 'settled'))).toEqual([
      { receiptId: `lnd:amp:${one}:7`, paymentHash: HASH, kind: 'settled', amountMsat: 1000n, via: 'amp' },
      { receiptId: `lnd:amp:${other}:9`, paymentHash: HASH, kind: 'settled', amountMsat: 2000n, via: 'amp' },
    ])
    const unpaid = wire({ is_amp: true, r_preimage: '', amp_invoice_state: { [held]: set('ACCEPTED', 0, 5) } })
    expect(readSettlements(unpaid).filter(isReceipt)).toEqual([])
    const unreadable = wire({ is_amp: true, amp_invoice_state: { [one]: { state: 'SETTLED' } } })
    expect(() => readSettlements(unreadable)).toThrow('amount')
  })

  test('an invoice was held only if all its parts were; a single returned part does not count', () => {
    const cancelled = (...htlcs: object[]) => readInvoiceFields(wire({ state: 'CANCELED', htlcs })).wasHeld
    expect(cancelled()).toBe(false)
    expect(cancelled(part('CANCELED', 20_999))).toBe(false)
    expect(cancelled(part('CANCELED', 20_000), part('CANCELED', 1000))).toBe(true)
  })

  test.each([
    ['no hash', { r_hash: undefined }],
    ['a state that LND may have one day', { state: 'SOMETHING_NEW' }],
    ['a number that is none', { settle_index: 'x' }],
    ['a number that would be rounded', { settle_index: '9007199254740993' }],
    ['a negative amount', { state: 'ACCEPTED', htlcs: [part('ACCEPTED', -1)] }],
  ])('%s: cannot be read', (_name, more) => {
    expect(() => readInvoiceFields(wire(more))).toThrow()
  })
})
