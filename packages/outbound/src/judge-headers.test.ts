import { expect, test } from 'vitest'
import { headerProblem } from './judge-headers.ts'

test('ordinary headers are accepted', () => {
  expect(
    headerProblem({ 'content-type': 'application/json', 'Webhook-Signature': 'v1,abc= v1a,def=', 'x-latin': 'é\t' }),
  ).toBeUndefined()
})

test.each([
  'a\r\nx-evil: 1',
  'a\nb',
  'a\rb',
  '\r\n\r\nGET / HTTP/1.1',
  'a\u0000b',
  'a\u007fb',
  '\u560a\u560d',
  'snow☃',
])('the value %j is rejected and not repeated', (value) => {
  const problem = headerProblem({ 'x-note': value })
  expect(problem).toBe('The header "x-note" has invalid characters.')
})

test.each(['', 'x y', 'x:', 'x\r\n', 'x\r\nhost', 'ünder', ':authority'])('the name %j is rejected', (name) => {
  expect(headerProblem({ [name]: 'a' })).toBe('A header name has invalid characters.')
})

test.each([
  'Host',
  'HOST',
  'host',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
  'Accept-Encoding',
  'Expect',
  'Upgrade',
  'TE',
  'Trailer',
  'Keep-Alive',
  'Proxy-Authorization',
])('the header %s cannot be set', (name) => {
  expect(headerProblem({ accept: '*/*', [name]: 'a' })).toBe(`The header "${name.toLowerCase()}" cannot be set.`)
})
