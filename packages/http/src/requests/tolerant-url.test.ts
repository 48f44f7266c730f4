import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tolerantUrl } from './tolerant-url.ts'

test.each([
  ['/rates', '/rates'],
  ['/rate/US%44', '/rate/USD'],
  ['/rate/%zz', '/rate/%25zz'],
  ['/rate/%', '/rate/%25'],
  ['/rate/100%', '/rate/100%25'],
  ['/rate/%4', '/rate/%254'],
  ['/rate/%ff', '/rate/%EF%BF%BD'],
  ['/rate/%c3%a9', '/rate/%C3%A9'],
  ['/rate/a%2Fb', '/rate/a/b'],
  ['/rate/a%2fb', '/rate/a/b'],
  ['/rate/USD/1%2F2', '/rate/USD/1/2'],
  ['/rate/a%3Fb', '/rate/a%3Fb'],
  ['/rate/a%00', '/rate/a%00'],
  ['/rate/é%', '/rate/%C3%A9%25'],
  ['/rates?next=%zz%ff', '/rates?next=%zz%ff'],
  ['/rate/%zz?next=a%2Fb', '/rate/%25zz?next=a%2Fb'],
])('every path is made decodable: %j becomes %j', (url, tolerant) => {
  expect(tolerantUrl(url)).toBe(tolerant)
})

test.each([
  ['http://host/rates', '/rates'],
  ['https://host:5001/rate/%zz', '/rate/%25zz'],
  ['http://host', '/'],
  ['http://host?a=/b', '/?a=/b'],
  ['*', '/*'],
  ['', '/'],
  ['rates', '/rates'],
])('an absolute-form target is read as its path: %j becomes %j', (url, tolerant) => {
  expect(tolerantUrl(url)).toBe(tolerant)
})

const roughUrls = fc
  .array(fc.oneof(fc.constantFrom('%', '/', '%2F', '%zz', '%ff', '%25', '?', ' ', 'é'), fc.string({ unit: 'binary' })))
  .map((parts) => `/${parts.join('')}`)

test('for any request target the path can be decoded and starts with a slash', () => {
  fc.assert(
    fc.property(roughUrls, (url) => {
      const path = tolerantUrl(url).split('?')[0] ?? ''
      expect(path.startsWith('/')).toBe(true)
      expect(() => decodeURIComponent(path)).not.toThrow()
    }),
  )
})

test('a segment that was encoded correctly keeps its meaning', () => {
  const segments = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('/') && text.isWellFormed())
  fc.assert(
    fc.property(segments, (segment) => {
      expect(decodeURIComponent(tolerantUrl(`/${encodeURIComponent(segment)}`))).toBe(`/${segment}`)
    }),
  )
})
