import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'

const BASE = 'https://satchel.example/base'
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const OFFER = 'lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese'
const PAY_URL = 'https://pay.example/x?a=1'
const LNURL = encodeLnurl(PAY_URL)
const TO_LNURL = { kind: 'lnurl', url: PAY_URL, domain: 'pay.example' }
const TO_ALICE = {
  kind: 'lightning_address',
  address: 'alice@pay.example',
  url: 'https://pay.example/.well-known/lnurlp/alice',
  domain: 'pay.example',
}
const ONCHAIN = { kind: 'onchain', address: ADDRESS, network: 'bcrt', amount: null, label: null, message: null }

let world: World
let invoice: string
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', env: { SERVICE_PUBLIC_URL: BASE } })
  invoice = (await world.foreignInvoice(21_000)).bolt11
})
afterAll(() => world.close())

const decode = async (data: string) => {
  const { status, body } = await world.call('POST', '/api/v1/payments/decode', { body: { data } })
  return status === 200 ? body : status
}

test('an invoice is found in every notation that people use', async () => {
  const plain = await decode(invoice)
  expect(plain).toMatchObject({ kind: 'bolt11', bolt11: invoice, amount_msat: 21_000 })
  for (const text of [
    invoice.toUpperCase(),
    `lightning:${invoice}`,
    `LIGHTNING://${invoice.toUpperCase()}`,
    ` ${invoice}\n`,
    `\u00a0${invoice}\u200b\ufeff`,
    `lightning:\n${invoice.match(/.{1,60}/g)?.join('\n')}\n`,
    `Please pay ${invoice}, thank you!`,
    `https://shop.example/?lightning=${invoice}`,
  ]) {
    expect([text, await decode(text)]).toEqual([text, plain])
  }
  for (const text of [`bitcoin:?lightning=${invoice}`, `bitcoin:mistyped?lightning=${invoice}`]) {
    expect([text, await decode(text)]).toEqual([text, { ...plain, amount: null, label: null, message: null }])
  }
})

test('a text with several payees, and a contradictory link, are rejected with the reason', async () => {
  const refuse = async (data: string) => (await world.call('POST', '/api/v1/payments/decode', { body: { data } })).body
  expect(await refuse(`${invoice} alice@pay.example`)).toMatchObject({
    code: 'several_payables',
    detail: expect.stringMatching(/different things that can be paid: alice@pay\.example, lnbcrt.*Give one of them\.$/),
  })
  expect(await refuse(`bitcoin:${ADDRESS}?amount=0.00000022&lightning=${invoice}`)).toMatchObject({
    code: 'bitcoin_link_amounts_differ',
    params: { link_sat: 22, other_sat: 21 },
  })
})

test('pages of this installation that show a code are read as their code', async () => {
  for (const [page, link] of [
    ['/lnurlp/p/abc', '/lnurlp/lnurl/abc'],
    ['/lnurlp/link/abc?utm=1#top', '/lnurlp/lnurl/abc'],
    ['/withdraw/p/abc/', '/withdraw/lnurl/abc'],
    ['/withdraw/abc', '/withdraw/lnurl/abc'],
    ['/fossa/p/abc?p=x%2By&a=1', '/fossa/lnurl/abc?p=x%2By'],
    ['/tpos/p/abc/cash-out/def', '/tpos/lnurl/def'],
  ]) {
    expect(await decode(`Open ${BASE}${page}`)).toEqual({
      kind: 'lnurl',
      url: `${BASE}${link}`,
      domain: 'satchel.example',
    })
  }
  expect(await decode(`${BASE}/tpos/p/abc`)).toBe(400)
  expect(await decode('https://pay.example/lnurlp/p/abc')).toBe(400)
})

test('the content of a bitcoin link is returned with its address', async () => {
  const said = { fallback_address: ADDRESS, amount: 21, label: 'x@y', message: null }
  const nothing = { amount: null, label: null, message: null }
  const query = `amount=0.00000021&label=x@y&lightning=`
  expect(await decode(`bitcoin:${ADDRESS}?${query}${invoice}`)).toMatchObject({ bolt11: invoice, ...said })
  const capitals = `BITCOIN:${ADDRESS}?${query}${invoice}&LNO=${OFFER}`.toUpperCase()
  expect(await decode(capitals)).toMatchObject({
    kind: 'bolt11',
    bolt11: invoice,
    ...said,
    label: 'X@Y',
  })
  expect(await decode(`bitcoin:${ADDRESS}?${query}${LNURL}`)).toEqual({ ...TO_LNURL, ...said })
  expect(await decode(`bitcoin:${ADDRESS}?${query}lnurlp://pay.example/x?a=1`)).toEqual({
    ...TO_LNURL,
    ...said,
  })
  expect(await decode(`bitcoin:${ADDRESS}?${query}alice@pay.example`)).toEqual({ ...TO_ALICE, ...said })
  expect(await decode(`bitcoin:${ADDRESS}?lno=${OFFER}`)).toEqual({
    kind: 'bolt12',
    offer: OFFER,
    fallback_address: ADDRESS,
    ...nothing,
  })
})

test.each([
  [LNURL, TO_LNURL],
  [LNURL.toUpperCase(), TO_LNURL],
  ['lnurlp://pay.example/x?a=1', TO_LNURL],
  ['lnurlw://pay.example/x?a=1', TO_LNURL],
  ['keyauth://pay.example/x?a=1', TO_LNURL],
  ['alice@pay.example', TO_ALICE],
  ['₿alice@pay.example', TO_ALICE],
  ['lightning:₿Alice@Pay.example', TO_ALICE],
  [OFFER, { kind: 'bolt12', offer: OFFER }],
  [`lightning:${OFFER.toUpperCase()}`, { kind: 'bolt12', offer: OFFER }],
  [`bitcoin:?lno=${OFFER}`, { kind: 'bolt12', offer: OFFER, amount: null, label: null, message: null }],
  [ADDRESS, ONCHAIN],
  [ADDRESS.toUpperCase(), ONCHAIN],
  [`bitcoin:${ADDRESS}`, ONCHAIN],
  [
    `bitcoin:${ADDRESS}?amount=0.0001&label=Shop&message=Two%20teas`,
    { ...ONCHAIN, amount: 10_000, label: 'Shop', message: 'Two teas' },
  ],
  // Test networks share these letters: the node's own is meant.
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', { ...ONCHAIN, address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }],
  // Answered with its network, and not rejected, as invoices of another network are.
  ['17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem', { ...ONCHAIN, address: '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem', network: 'bc' }],
])('%s is recognised', async (text, expected) => {
  expect(await decode(text)).toEqual(expected)
})

test.each([
  '₿',
  '₿alice',
  'bitcoin:',
  `bitcoin:${ADDRESS}x`,
  `bitcoin:${ADDRESS}?amount=ten`,
  `bitcoin:${ADDRESS}?req-pay=1`,
  `bitcoin:${ADDRESS}?lightning=lnbc1mistyped`,
  `bitcoin:${ADDRESS}?lightning=bitcoin:${ADDRESS}`,
  `bitcoin:${ADDRESS}?lno=${OFFER.slice(0, -1)}`,
  `${ADDRESS}x`,
])('%j is 400', async (text) => {
  expect(await decode(text)).toBe(400)
})
