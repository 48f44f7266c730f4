import { createReader, type Environment } from '@satchel/http/environment'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { expect, test } from 'vitest'
import { openLndPeer } from '../world/peers/lnd/lnd-peer.ts'
import { writeMacaroon } from '../world/peers/lnd/write-macaroon.ts'
import { type NodeExpiry, nodeExpiry } from './node-expiry.ts'
import { readFunding } from './read-funding.ts'

function expiryOf(kind: string, env: Environment): NodeExpiry {
  const problems: string[] = []
  const all = { SERVICE_FUNDING_SOURCE: kind, ...env }
  const { source } = readFunding(createReader(all, problems), { env: all, dataFolder: '/data', problems })
  expect(problems).toEqual([])
  return nodeExpiry(source)
}

const END = Date.parse('2031-05-06T07:08:09Z') / 1000
/** As `createrune` prints one: 32 bytes of a code, then its restrictions. */
const rune = (restrictions: string): string =>
  Buffer.concat([Buffer.alloc(32, 0xa5), Buffer.from(restrictions)]).toString('base64url')
const jwt = (claims: unknown): string =>
  [{ alg: 'HS256' }, claims, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

test.each([
  ['without a caveat', [], undefined],
  ['with a time', ['time-before 2031-05-06T07:08:09.000000Z'], END],
  ['with another caveat', ['ipaddr 127.0.0.1'], undefined],
  [
    'of two times the earlier',
    ['time-before 2032-01-01T00:00:00Z', 'ipaddr ::1', 'time-before 2031-05-06T07:08:09Z'],
    END,
  ],
  ['with a caveat of more than 127 bytes before it', [`x ${'y'.repeat(300)}`, 'time-before 2031-05-06T07:08:09Z'], END],
  ['with a time that is none', ['time-before tomorrow'], undefined],
])('the expiry of a macaroon is read: %s', (_name, caveats, end) => {
  const env = { LND_REST_ENDPOINT: 'https://lnd.example:8080', LND_REST_MACAROON: writeMacaroon(caveats) }
  expect(expiryOf('lnd', env)).toEqual({ certificate: expect.any(Function), credentialEndsAt: end })
})

test('a macaroon that is cut off has no expiry, wherever it ends', () => {
  const whole = writeMacaroon(['time-before 2031-05-06T07:08:09Z'])
  const LND_REST_ENDPOINT = 'https://lnd.example:8080'
  // The caveat is before 34 bytes of signature and the end of the section.
  for (let bytes = 32; bytes < whole.length / 2 - 36; bytes += 1) {
    const env = { LND_REST_ENDPOINT, LND_REST_MACAROON: whole.slice(0, bytes * 2) }
    expect([bytes, expiryOf('lnd', env).credentialEndsAt]).toEqual([bytes, undefined])
  }
})

test.each([
  ['=0', undefined],
  [`=1&time<${END}`, END],
  [`=1&method=pay|method=invoice&time<${END}`, END],
  [`=1&time<${END + 9}&time<${END}`, END],
  // An alternative that is no time keeps the rune usable.
  [`=1&time<${END}|method=getinfo`, undefined],
  [`=1&time<${END - 9}|time<${END}`, END],
  // A separator that belongs to a value.
  [`=1&pnamelabel=a\\&time<5&time<${END}`, END],
  [`=1&time>${END}`, undefined],
])('the expiry of a rune with %s is read', (restrictions, end) => {
  const env = { CLNREST_URL: 'http://127.0.0.1:3010', CLNREST_PAY_RUNE: rune(restrictions) }
  expect(expiryOf('cln', env)).toEqual({ certificate: undefined, credentialEndsAt: end })
})

test('of several credentials of a node the one that expires first counts', () => {
  const env = {
    CLNREST_URL: 'https://cln.example',
    CLNREST_PAY_RUNE: rune('=1'),
    CLNREST_READONLY_RUNE: rune(`=2&time<${END}`),
  }
  expect(expiryOf('cln', env)).toEqual({ certificate: expect.any(Function), credentialEndsAt: END })
})

test('the expiry of an API key that is a JWT is read; the certificate of a company is not', () => {
  expect(expiryOf('strike', { STRIKE_API_KEY: jwt({ exp: END }) })).toEqual({
    certificate: undefined,
    credentialEndsAt: END,
  })
  for (const key of ['ABCDEF', 'a.b.c', jwt(null), jwt({}), jwt({ exp: 'soon' }), jwt({ exp: END }).slice(0, 40)])
    expect([key, expiryOf('blink', { BLINK_TOKEN: key }).credentialEndsAt]).toEqual([key, undefined])
})

test('the certificate that a node shows is read without trust, also when it has expired, and without a request', async () => {
  const [from, until] = [new Date('2024-01-01T00:00:00Z'), new Date('2024-03-04T05:06:07Z')]
  const { server } = await openLndPeer(undefined, { certificate: selfSignedCertificate('localhost', { from, until }) })
  const before = server.calls.length
  const env = { LND_REST_ENDPOINT: server.url, LND_REST_MACAROON: writeMacaroon() }
  const { certificate } = expiryOf('lnd', env)
  const shown = await certificate?.()
  expect([shown?.validFromDate, shown?.validToDate]).toEqual([from, until])
  expect(server.calls.length).toBe(before)
  await server.close()
  await expect(certificate?.()).rejects.toThrow()
})
