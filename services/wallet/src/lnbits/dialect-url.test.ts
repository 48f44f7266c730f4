import { expect, test } from 'vitest'
import { dialectUrl } from './dialect-url.ts'

const HASH = 'ab'.repeat(32)

test.each([
  ['GET', '/api/v1/wallet'],
  ['HEAD', '/api/v1/wallet'],
  ['PUT', '/api/v1/wallet/New%20name'],
  ['POST', '/api/v1/payments?x=1'],
  ['GET', `/api/v1/payments/${HASH}`],
  ['GET', `/api/v1/payments/internal_${HASH}`],
  ['GET', '/api/v1/ws/key'],
])('%s %s is translated below the prefix, and at the root if it serves the dialect', (method, url) => {
  const request = { method, headers: {} }
  expect(dialectUrl(`/lnbits${url}`, request, false)).toBe(`/lnbits${url}`)
  expect(dialectUrl(url, request, false)).toBeUndefined()
  expect(dialectUrl(url, request, true)).toBe(`/lnbits${url}`)
})

test.each([
  ['GET', '/api/v1/payments/history'],
  ['PUT', '/api/v1/wallet/reset'],
  ['PUT', '/api/v1/wallet'],
  ['GET', '/api/v1/ws'],
  ['POST', '/api/v1/auth/usr'],
  ['GET', '/lnurlp/api/v1/links'],
  ['GET', '/api/v1/ws/switch2switch2switch22?x=1'],
  ['GET', '/lnbits'],
])('%s %s is the same in both APIs', (method, url) => {
  const request = { method, headers: {} }
  expect(dialectUrl(`/lnbits${url}`, request, false)).toBe(url)
  expect(dialectUrl(url, request, true) ?? url).toBe(url)
})

test.each([{ 'x-satchel': 'app' }, { 'sec-fetch-site': 'same-origin' }])(
  'a request with %j is for the API of the service itself, but not below the prefix',
  (headers) => {
    expect(dialectUrl('/api/v1/wallet', { method: 'GET', headers }, true)).toBeUndefined()
    expect(dialectUrl('/lnbits/api/v1/wallet', { method: 'GET', headers }, true)).toBe('/lnbits/api/v1/wallet')
  },
)
