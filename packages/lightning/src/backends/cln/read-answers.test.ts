import { describe, expect, test } from 'vitest'
import { createInvoiceSigner } from '../../../world/peer-parts/invoice-signer.ts'
import { toHoldInvoice } from './hold-invoices.ts'
import { toIncomingStatus } from './invoices.ts'
import { toNode } from './know-node.ts'
import { toPaidInvoice } from './receipts.ts'

const HASH = 'ab'.repeat(32)
const KEY = `02${'cd'.repeat(32)}`

describe('getinfo and help', () => {
  const help = (...commands: string[]) => ({ help: commands.map((command) => ({ command })) })
  const HOLD = ['holdinvoice', 'settleholdinvoice', 'cancelholdinvoice', 'listholdinvoices']

  test.each([
    ['bitcoin', 'bc'],
    ['testnet', 'tb'],
    ['testnet4', 'tb'],
    ['signet', 'tbs'],
    ['regtest', 'bcrt'],
  ])('the invoices of the network %s begin with ln%s', (network, prefix) => {
    expect(toNode({ id: KEY, network }, help()).identity).toEqual({ network: prefix, nodeKey: KEY })
  })

  test.each([
    ['xpay wins', ['pay bolt11 [amount_msat]', 'xpay invstring [amount_msat]'], { payBy: 'xpay' }],
    ['pay where there is no xpay', ['pay bolt11', 'xpaystatus'], { payBy: 'pay' }],
    ['neither', ['getinfo'], { payBy: undefined, hold: false, signs: false }],
    ['a label in xpay', ['xpay invstring [amount_msat] [label]'], { labels: true, pages: false }],
    ['a label in pay alone', ['pay bolt11 [label]', 'xpay invstring [maxfee]'], { labels: false }],
    ['pages', ['listpays [bolt11] [index] [start] [limit]'], { pages: true }],
    ['all of the hold plugin', HOLD, { hold: true }],
    ['less than the hold plugin', HOLD.slice(1), { hold: false }],
    ['signinvoice', ['signinvoice invstring'], { signs: true, books: false }],
    ['books', ['bkpr-listaccountevents [account] [payment_id]'], { books: true }],
  ])('help lists %s', (_name, commands, can) => {
    expect(toNode({ id: KEY, network: 'bitcoin' }, help(...commands))).toMatchObject(can)
  })

  test.each([
    ['an unknown network', { id: KEY, network: 'litecoin' }],
    ['no key', { network: 'bitcoin' }],
    ['a key that is none', { id: 'abc', network: 'bitcoin' }],
  ])('%s: no receipt yet', (_name, info) => {
    expect(() => toNode(info, help())).toThrow()
  })
})

describe('listinvoices', () => {
  test.each([
    ['unpaid', { status: 'unpaid' }, { status: 'open' }],
    [
      'paid, perhaps more than asked',
      { status: 'paid', amount_received_msat: 21_001 },
      { status: 'settled', amountMsat: 21_001n },
    ],
    ['expired', { status: 'expired' }, { status: 'closed' }],
  ])('%s', (_name, invoice, status) => {
    expect(toIncomingStatus(invoice)).toEqual(status)
  })

  test.each([{}, { status: 'odd' }, { status: 'paid' }])('%j is not an event', (invoice) => {
    expect(() => toIncomingStatus(invoice)).toThrow()
  })
})

describe('waitanyinvoice', () => {
  const PAID = { status: 'paid', payment_hash: HASH, pay_index: 7, amount_received_msat: 21_000, label: 'satchel-x' }

  test('a paid invoice is a receipt of the amount received', () => {
    const receipt = { receiptId: `cln:${HASH}:7`, paymentHash: HASH, kind: 'settled', amountMsat: 21_000n }
    expect(toPaidInvoice(PAID)).toEqual({ payIndex: 7, receipt })
  })

  test.each(['status', 'payment_hash', 'pay_index', 'amount_received_msat'])(
    'without %s it is not an event',
    (name) => {
      expect(() => toPaidInvoice({ ...PAID, [name]: undefined })).toThrow()
      expect(() => toPaidInvoice({ ...PAID, [name]: 'expired' })).toThrow()
    },
  )
})

describe('listholdinvoices', () => {
  const { bolt11 } = createInvoiceSigner().sign({ amountMsat: 21_000n })
  const hold = (state: string, ...parts: [state: string, msat: number][]) => ({
    id: 3,
    payment_hash: HASH,
    invoice: bolt11,
    state,
    htlcs: parts.map(([of, msat]) => ({ state: of, msat })),
  })

  test.each([
    ['unpaid', hold('unpaid'), { state: 'unpaid', receivedMsat: 0n }],
    ['accepted, in parts', hold('accepted', ['accepted', 20_000], ['accepted', 1000]), { receivedMsat: 21_000n }],
    ['parts of which one is missing', hold('accepted', ['accepted', 20_999]), { state: 'unpaid' }],
    [
      'accepted, a part turned down before',
      hold('accepted', ['cancelled', 9000], ['accepted', 21_000]),
      { receivedMsat: 21_000n },
    ],
    ['paid', hold('paid', ['paid', 21_000]), { state: 'paid', receivedMsat: 21_000n }],
    ['cancelled when it was held', hold('cancelled', ['cancelled', 21_000]), { state: 'cancelled', wasHeld: true }],
    ['cancelled with too little', hold('cancelled', ['cancelled', 20_999]), { wasHeld: false }],
    ['cancelled unpaid', hold('cancelled'), { wasHeld: false }],
    ['states in capitals', hold('ACCEPTED', ['ACCEPTED', 21_000]), { state: 'accepted', receivedMsat: 21_000n }],
  ])('%s', (_name, fields, invoice) => {
    expect(toHoldInvoice(fields)).toMatchObject(invoice)
  })

  test('the invoice may be in the field bolt11', () => {
    const fields = { ...hold('cancelled', ['cancelled', 21_000]), invoice: undefined, bolt11 }
    expect(toHoldInvoice(fields).wasHeld).toBe(true)
  })

  test('an invoice of another program for any amount is never held in full: a missing amount is not zero', () => {
    const anyAmount = createInvoiceSigner().sign({}).bolt11
    for (const state of ['accepted', 'cancelled']) {
      const fields = { ...hold(state, [state, 21_000]), invoice: anyAmount }
      expect(toHoldInvoice(fields)).toMatchObject({ state: state === 'accepted' ? 'unpaid' : state, wasHeld: false })
    }
  })

  test('an unknown state throws instead of counting as an event', () => {
    expect(() => toHoldInvoice(hold('frozen'))).toThrow()
  })
})
