import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLnurl, encodeLnurl } from './bech32-url.ts'
import { LnurlError } from './lnurl-error.ts'

/** The example of LUD-01. */
const PUBLISHED = {
  url: 'https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df',
  lnurl:
    'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS',
}

test('LUD-01: the published example is encoded and decoded, in both cases', () => {
  expect(encodeLnurl(PUBLISHED.url)).toBe(PUBLISHED.lnurl.toLowerCase())
  expect(decodeLnurl(PUBLISHED.lnurl)).toBe(PUBLISHED.url)
  expect(decodeLnurl(PUBLISHED.lnurl.toLowerCase())).toBe(PUBLISHED.url)
})

test('every encoded URL is decoded to the same URL', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      expect(decodeLnurl(encodeLnurl(url))).toBe(url)
      expect(decodeLnurl(encodeLnurl(url).toUpperCase())).toBe(url)
    }),
  )
})

test('one wrong character is always noticed', () => {
  const lnurl = PUBLISHED.lnurl.toLowerCase()
  fc.assert(
    fc.property(
      fc.nat(lnurl.length - 7),
      fc.constantFrom(...Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l')),
      (place, letter) => {
        const at = place + 6
        fc.pre(lnurl[at] !== letter)
        expect(() => decodeLnurl(lnurl.slice(0, at) + letter + lnurl.slice(at + 1))).toThrow(LnurlError)
      },
    ),
  )
})

test('mixed case, other alphabets, other prefixes, invalid UTF-8 and overlong texts are rejected', () => {
  const mixed = `${PUBLISHED.lnurl.slice(0, 20)}${PUBLISHED.lnurl.slice(20).toLowerCase()}`
  // The Kelvin sign becomes a k in code that only changes the case.
  const kelvin = PUBLISHED.lnurl.replaceAll('K', '\u212a')
  for (const text of [
    mixed,
    kelvin,
    '',
    'lnurl1',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    `lnurl1${'q'.repeat(4000)}`,
  ]) {
    expect(() => decodeLnurl(text), text).toThrow(LnurlError)
  }
  expect(() => encodeLnurl(`https://a.example/${'x'.repeat(3000)}`)).toThrow(LnurlError)
})
