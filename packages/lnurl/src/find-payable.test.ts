import { PUBLISHED_INVOICES } from '@satchel/bolt11/world/published-invoices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeLnurl } from './bech32-url.ts'
import { findPayable, type Pages } from './find-payable.ts'
import { LnurlError } from './lnurl-error.ts'

const [OPEN = '', COFFEE = ''] = PUBLISHED_INVOICES.map(({ bolt11 }) => bolt11)
const ONCHAIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OLD_ONCHAIN = '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem'
const OFFER = 'lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese'
const URL_OF_PAY = 'https://pay.example/x?a=1'
const LNURL = encodeLnurl(URL_OF_PAY)
const OTHER_LNURL = encodeLnurl('https://other.example/')
const ADDRESS = 'alice@pay.example'

/** A page of this installation shows the LNURL. */
const PAGES: Pages = {
  linkOf: (url) => (url.startsWith('https://shop.example/lnurlp/p/1') ? URL_OF_PAY : undefined),
}
const find = (text: string) => findPayable(text, PAGES)
const thingOf = (text: string): string => {
  const { kind, text: found, lnurl } = find(text)
  return `${kind} ${lnurl?.url ?? found}`
}
const inLines = (text: string, length = 40, end = '\n'): string =>
  text.match(new RegExp(`.{1,${length}}`, 'g'))?.join(end) ?? ''

/** Text that a person or a program may put around any of them. */
const NOTATIONS: readonly (readonly [name: string, write: (text: string) => string])[] = [
  ['alone', (text) => text],
  ['blanks around it', (text) => `  ${text}\t `],
  ['a line break behind it', (text) => `${text}\r\n`],
  ['a no-break space', (text) => `\u00a0${text}\u202f`],
  ['zero-width characters', (text) => `\u200b${text}\ufeff\u2060`],
  ['marks of direction', (text) => `\u202a${text}\u202c\u200e`],
  ['a soft hyphen and an empty letter', (text) => `\u00ad${text}\u3164`],
  ['lightning:', (text) => `lightning:${text}`],
  ['lightning://', (text) => `lightning://${text}`],
  ['LIGHTNING:', (text) => `LIGHTNING:${text}`],
  ['a scheme and a blank', (text) => ` lightning:${text}\u200b`],
  ['web+lightning:', (text) => `web+lightning:${text}`],
  ['quotation marks', (text) => `"${text}"`],
  ['brackets', (text) => `<${text}>`],
  ['a sentence', (text) => `Please pay ${text} soon`],
  ['the end of a sentence', (text) => `Please pay ${text}.`],
  ['a letter', (text) => `Hello,\n\nhere it is:\n${text}\n\nThanks a lot!`],
  ['twice', (text) => `${text}\n${text}`],
]

const THINGS: readonly (readonly [text: string, found: string])[] = [
  [COFFEE, `invoice ${COFFEE}`],
  [COFFEE.toUpperCase(), `invoice ${COFFEE}`],
  [`bitcoin:?lightning=${COFFEE}`, `invoice ${COFFEE}`],
  [`BITCOIN:${ONCHAIN.toUpperCase()}?LIGHTNING=${COFFEE.toUpperCase()}`, `invoice ${COFFEE}`],
  [`https://shop.example/?lightning=${COFFEE}`, `invoice ${COFFEE}`],
  [LNURL, `lnurl ${URL_OF_PAY}`],
  [LNURL.toUpperCase(), `lnurl ${URL_OF_PAY}`],
  [`bitcoin:${ONCHAIN}?lightning=${LNURL}`, `lnurl ${URL_OF_PAY}`],
  [`https://shop.example/menu?table=4&lightning=${LNURL}&x=1`, `lnurl ${URL_OF_PAY}`],
  [`HTTPS://SHOP.EXAMPLE/?LIGHTNING=${LNURL.toUpperCase()}`, `lnurl ${URL_OF_PAY}`],
  ['https://shop.example/?lightning=lnurlp%3A%2F%2Fpay.example%2Fx%3Fa%3D1', `lnurl ${URL_OF_PAY}`],
  ['https://shop.example/lnurlp/p/1', `lnurl ${URL_OF_PAY}`],
  ['lnurlp://pay.example/x?a=1', `lnurl ${URL_OF_PAY}`],
  ['LNURLW:pay.example/x?a=1', `lnurl ${URL_OF_PAY}`],
  ['keyauth://pay.example/x?a=1', `lnurl ${URL_OF_PAY}`],
  [ADDRESS, 'lnurl https://pay.example/.well-known/lnurlp/alice'],
  ['Alice@Pay.Example', 'lnurl https://pay.example/.well-known/lnurlp/alice'],
  ['₿alice@pay.example', 'lnurl https://pay.example/.well-known/lnurlp/alice'],
  [`https://shop.example/?lightning=${ADDRESS}`, 'lnurl https://pay.example/.well-known/lnurlp/alice'],
  [OFFER, `offer ${OFFER}`],
  [`bitcoin:?lno=${OFFER}`, `offer ${OFFER}`],
  [ONCHAIN, `onchain ${ONCHAIN}`],
  [ONCHAIN.toUpperCase(), `onchain ${ONCHAIN}`],
  [OLD_ONCHAIN, `onchain ${OLD_ONCHAIN}`],
  [`bitcoin:${ONCHAIN}`, `onchain ${ONCHAIN}`],
]

describe.each(NOTATIONS)('%s', (name, write) => {
  // A link in a scheme is no notation that anybody writes.
  const things =
    /lightning:/i.test(name) || name === 'a scheme and a blank'
      ? THINGS.filter(([text]) => !/^bitcoin:/i.test(text))
      : THINGS
  test.each(things)('%s is found', (text, found) => {
    expect(thingOf(write(text))).toBe(found)
  })
})

describe('a code that is broken into lines or groups is joined', () => {
  test.each([
    ['lines', inLines(COFFEE)],
    ['lines of a mail', inLines(COFFEE, 70, '\r\n')],
    ['a quoted mail', `> ${inLines(COFFEE, 60, '\n> ')}`],
    ['quoted-printable', inLines(COFFEE, 70, '=\r\n')],
    ['groups', inLines(COFFEE, 4, ' ')],
    ['its first letters', inLines(COFFEE, 2, '\n')],
    ['invisible characters', inLines(COFFEE, 30, '\u200b')],
    ['lines with a scheme', `lightning:${inLines(COFFEE)}`],
    ['lines in a letter', `Pay this:\n${inLines(COFFEE)}\nThanks and regards`],
    ['a link', `https://shop.example/?lightning=${inLines(COFFEE)}\nThanks`],
    ['a bitcoin link', `bitcoin:${ONCHAIN}?amount=0.0025&lightning=${inLines(COFFEE)}\nThanks`],
  ])('an invoice in %s', (_title, text) => {
    expect(thingOf(text)).toBe(`invoice ${COFFEE}`)
  })
  test('an LNURL and an address of bitcoin', () => {
    expect(thingOf(`Withdraw:\n${inLines(LNURL.toUpperCase(), 10)}\nthanks`)).toBe(`lnurl ${URL_OF_PAY}`)
    expect(thingOf(inLines(ONCHAIN, 4, ' '))).toBe(`onchain ${ONCHAIN}`)
    expect(thingOf(`bitcoin:${inLines(ONCHAIN, 4, ' ')}`)).toBe(`onchain ${ONCHAIN}`)
  })
})

describe('a text with two different payees is rejected, and neither is chosen', () => {
  test.each([
    ['two invoices', `${COFFEE} ${OPEN}`],
    ['two invoices without a blank', `${COFFEE},${OPEN}`],
    ['two invoices in lines', `${inLines(COFFEE)}\n${inLines(OPEN)}`],
    ['an invoice and an address', `${COFFEE}\nQuestions: bob@shop.example`],
    ['two addresses', 'alice@pay.example or bob@pay.example'],
    ['an LNURL and an invoice', `${LNURL} ${COFFEE}`],
    ['an invoice and a bitcoin address', `${COFFEE} or ${ONCHAIN}`],
    ['an invoice and one that is mistyped', `${COFFEE} ${OPEN.slice(0, -1)}`],
    ['a link with two invoices', `bitcoin:?lightning=${COFFEE}&lightning=${OPEN}`],
    ['a link with an address and two invoices', `bitcoin:${ONCHAIN}?lightning=${COFFEE}&lightning=${OPEN}`],
    [
      'two links with one address and two invoices',
      `bitcoin:${ONCHAIN}?lightning=${COFFEE} bitcoin:${ONCHAIN}?lightning=${OPEN}`,
    ],
    ['a bitcoin link and another invoice', `bitcoin:?lightning=${COFFEE} ${OPEN}`],
    ['a bitcoin link whose label hides one', `bitcoin:?lightning=${COFFEE}&label=or this ${OPEN}`],
    ['a page with two parameters', `https://shop.example/?lightning=${LNURL}&lightning=${OTHER_LNURL}`],
    ['a page of ours and an invoice', `https://shop.example/lnurlp/p/1 ${COFFEE}`],
  ])('%s', (_title, text) => {
    expect(() => find(text)).toThrow(
      expect.objectContaining({ kind: 'several', message: expect.stringMatching(/^The text has different things/) }),
    )
  })
})

test('one payee in two notations counts once', () => {
  expect(thingOf(`${LNURL} https://shop.example/lnurlp/p/1 lnurlp://pay.example/x?a=1`)).toBe(`lnurl ${URL_OF_PAY}`)
  expect(thingOf(`bitcoin:${ONCHAIN}?lightning=${COFFEE}\n${COFFEE} ${ONCHAIN}`)).toBe(`invoice ${COFFEE}`)
  expect(thingOf(`bitcoin:${ONCHAIN} bitcoin:${ONCHAIN}?lightning=${COFFEE}`)).toBe(`invoice ${COFFEE}`)
})

describe('a bitcoin link', () => {
  const facts = { address: ONCHAIN, amountSat: 250_000, label: 'Shop', message: 'Two teas' }
  const query = 'amount=0.0025&label=Shop&message=Two%20teas'
  test.each([
    ['an invoice of this amount', `&lightning=${COFFEE}`, COFFEE],
    ['an invoice of any amount', `&lightning=${OPEN}`, OPEN],
    ['an LNURL', `&lightning=${LNURL}`, LNURL],
    ['an address', `&lightning=${ADDRESS}`, ADDRESS],
    ['an offer', `&lno=${OFFER}`, OFFER],
    ['nothing else', '', ONCHAIN],
  ])('a bitcoin link keeps amount, label and message beside %s', (_title, more, text) => {
    expect(find(`bitcoin:${ONCHAIN}?${query}${more}`)).toMatchObject({ text, link: facts })
  })
  test('a bitcoin link with another amount than its invoice is rejected with both amounts', () => {
    expect(() => find(`bitcoin:${ONCHAIN}?amount=0.0024&lightning=${COFFEE}`)).toThrow(
      expect.objectContaining({
        kind: 'amounts-differ',
        message: expect.stringContaining('asks for 240000 sat, but its invoice is for 250000 sat'),
      }),
    )
  })
  test.each([
    `bitcoin:${ONCHAIN} (50% off today)`,
    `bitcoin:${ONCHAIN}?amount=0.0025 (50% off today)`,
    `bitcoin:${ONCHAIN}?amount=0.0025&label=50% off`,
  ])('a percent sign that encodes nothing is read as text: %j', (text) => {
    expect(find(text)).toMatchObject({ kind: 'onchain', text: ONCHAIN })
  })
  test('a bitcoin link with a mistyped address is rejected, unless it has another way to pay', () => {
    expect(() => find(`bitcoin:${ONCHAIN}x`)).toThrow(expect.objectContaining({ kind: 'bitcoin-link' }))
    expect(find(`bitcoin:${ONCHAIN}x?lightning=${COFFEE}`)).toMatchObject({
      text: COFFEE,
      link: { address: undefined },
    })
  })
})

test.each([
  '',
  ' ',
  'x',
  '₿alice',
  'ali\u200bce@pay.example',
  'ali\u202ece@pay.example',
  'alice@pay.\nexample',
  'alice bob',
  'Use the word lnurl1 or bc1 here',
  'https://',
  'lnurlp://',
])('%j has nothing to pay', (text) => {
  expect(find(text).kind).toBe('unknown')
})

test('a plain web address is recognised, also as an LNURL without a marker', () => {
  expect(find(`${URL_OF_PAY}\n`)).toMatchObject({ kind: 'url', lnurl: { url: URL_OF_PAY } })
  expect(find(`see ${URL_OF_PAY}`).kind).toBe('unknown')
})

test('a mistyped invoice is found as an invoice, so that its reader reports the mistake', () => {
  expect(find(`Pay ${COFFEE.slice(0, -1)} soon`)).toEqual({ kind: 'invoice', text: COFFEE.slice(0, -1) })
})

test('a single invoice is read like one in a sentence, valid or mistyped', () => {
  const data = fc.string({
    unit: fc.constantFrom(...Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l')),
    minLength: 1,
    maxLength: 600,
  })
  const head = fc.constantFrom('lnbc1', 'lnbc20m1', 'lnbcrt10u1', 'lntb1', 'lntbs11', 'lnsb250n1', 'lnbc9')
  const mistyped = fc.tuple(head, data).map(([first, rest]) => first + rest)
  fc.assert(
    fc.property(fc.oneof(mistyped, fc.constantFrom(...PUBLISHED_INVOICES.map(({ bolt11 }) => bolt11))), (text) => {
      const { kind, text: found } = find(`see ${text}`)
      expect(find(text)).toEqual({ kind, text: kind === 'unknown' ? text : found })
    }),
  )
})

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase()

test('any text is read or rejected with a reason, and the result is a part of the text', () => {
  const words = fc.constantFrom(
    COFFEE,
    OPEN,
    LNURL,
    ADDRESS,
    ONCHAIN,
    'bitcoin:',
    '?lightning=',
    'https://',
    ' ',
    '\n',
    '&',
    'lnbc1',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      try {
        const { kind, text: found } = find(text)
        if (kind === 'invoice') expect(withoutBlanks(text)).toContain(withoutBlanks(found))
      } catch (error) {
        expect(error).toBeInstanceOf(LnurlError)
      }
    }),
  )
})

test('the time to read a text grows only with its length', () => {
  const full = (part: string): string => part.repeat(Math.floor(16_384 / part.length))
  for (const text of [
    full('lnbc1q '),
    full('q '),
    `lnbc1${full('q ').slice(5)}`,
    full('a@b '),
    full('bitcoin: '),
    full('\u200b'),
    full('lnurl1qqqqqqqqqqqqqqqqqqqqqqqqq '),
    `a${'"'.repeat(16_370)}b`,
    `bitcoin:a${'"'.repeat(16_370)}b`,
    `bitcoin:?amount=1${'"'.repeat(16_360)}b`,
  ]) {
    const startedAt = performance.now()
    try {
      find(text)
    } catch (error) {
      expect(error).toBeInstanceOf(LnurlError)
    }
    expect(performance.now() - startedAt).toBeLessThan(1000)
  }
})
