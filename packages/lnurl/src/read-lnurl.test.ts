import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeLnurl } from './bech32-url.ts'
import { LnurlError } from './lnurl-error.ts'
import { readLnurl } from './read-lnurl.ts'

const URL_OF_PAY = 'https://pay.example/api?q=1&r=a%20b'
const LNURL = encodeLnurl(URL_OF_PAY)
const UPPER = LNURL.toUpperCase()

describe('every way to write an LNURL leads to the same place', () => {
  test.each([
    [LNURL, 'bech32'],
    [UPPER, 'bech32'],
    [`lightning:${LNURL}`, 'bech32'],
    [`LIGHTNING:${UPPER}`, 'bech32'],
    [`lightning://${LNURL}`, 'bech32'],
    [`https://shop.example/menu?table=4&lightning=${UPPER}`, 'bech32'],
    [`bitcoin:bc1qx?amount=0.1&lightning=${UPPER}`, 'bech32'],
    ['lnurlp://pay.example/api?q=1&r=a%20b', 'scheme'],
    ['lnurlw:pay.example/api?q=1&r=a%20b', 'scheme'],
    ['LNURLC://pay.example/api?q=1&r=a%20b', 'scheme'],
    ['lightning:lnurlp://pay.example/api?q=1&r=a%20b', 'scheme'],
    [`${URL_OF_PAY}#here`, 'url'],
  ])('%s', (text, form) => {
    expect(readLnurl(text)).toEqual({ url: URL_OF_PAY, domain: 'pay.example', form })
  })
})

test('LUD-17: hidden services and this machine are called by http, all other hosts by https', () => {
  const hosts = ['a.onion', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'a.example', 'a.example:3000']
  expect(hosts.map((host) => readLnurl(`keyauth://${host}/x?tag=login`).url.split(':')[0])).toEqual([
    'http',
    'http',
    'http',
    'http',
    'https',
    'https',
  ])
  expect(readLnurl('alice@a.onion').url).toBe('http://a.onion/.well-known/lnurlp/alice')
})

test('LUD-16: a Lightning address in any case is the same address', () => {
  for (const text of ['alice+tip@pay.example', 'Alice+Tip@PAY.example', 'lightning:alice+tip@pay.example']) {
    expect(readLnurl(text)).toEqual({
      url: 'https://pay.example/.well-known/lnurlp/alice+tip',
      domain: 'pay.example',
      form: 'address',
      address: 'alice+tip@pay.example',
    })
  }
})

test.each([
  '',
  'x',
  'alice@',
  '@pay.example',
  'alice bob@pay.example',
  'ali\u212aa@pay.example',
  'a@b@c',
  'ftp://pay.example',
  'javascript:alert(1)',
  'lnurlp://',
  'https://user:password@pay.example',
  'lnurlp://user:password@pay.example/',
  encodeLnurl('ftp://pay.example'),
  encodeLnurl('no URL'),
  encodeLnurl('https://pay.example/\u0000'),
  `${LNURL}q`,
  'lnbc1x',
  `https://${'x'.repeat(9000)}`,
])('%j is not an LNURL', (text) => {
  expect(() => readLnurl(text)).toThrow(LnurlError)
})

test('any text is either rejected or read as a web address without a fragment', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true })), (text) => {
      try {
        expect(readLnurl(text).url).toMatch(/^https?:\/\/[^#]*$/)
      } catch (error) {
        expect(error).toBeInstanceOf(LnurlError)
      }
    }),
  )
})
