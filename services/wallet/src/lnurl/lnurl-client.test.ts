import type { RequestListener } from 'node:http'
import { msat } from '@satchel/money/units'
import { createOutbound } from '@satchel/outbound/outbound'
import { type LoopbackServer, openHttpServer } from '@satchel/outbound/world/loopback-server'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { expect, test } from 'vitest'
import { createLinkingKeys } from './linking-keys.ts'
import { createLnurlClient, type LnurlClient } from './lnurl-client.ts'

const ACCOUNT = 'account'
const OFFER = {
  tag: 'payRequest',
  callback: 'https://pay.example/cb',
  minSendable: 1,
  maxSendable: 2,
  metadata: '[["text/plain","x"]]',
}

/** A service that keeps quiet is given up soon. */
function openClient(rules = { allowPrivate: true, allow: [] as string[] }, timeoutMs = 100): LnurlClient {
  const outbound = createOutbound({ ...rules, userAgent: 'satchel/test' })
  return createLnurlClient({ outbound, rules, linkingKeys: createLinkingKeys('x'.repeat(32)), timeoutMs })
}

const say =
  (body: object): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(body))
const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()
const urlOf = ({ port }: LoopbackServer, host = '127.0.0.1'): string => `http://${host}:${port}/pay`
const scan = async (answer: RequestListener) => openClient().scan(urlOf(await openHttpServer(answer)), ACCOUNT)

test('a service is called once, by GET for JSON', async () => {
  const server = await openHttpServer(say(OFFER))
  expect(await openClient().scan(`lnurlp://127.0.0.1:${server.port}/pay?a=1`, ACCOUNT)).toMatchObject({
    kind: 'pay',
    offer: { callback: 'https://pay.example/cb', leastMsat: 1n, mostMsat: 2n, commentAllowed: 0 },
    lnurl: { domain: `127.0.0.1:${server.port}` },
  })
  expect(server.hits).toMatchObject([{ path: 'GET /pay?a=1', headers: { accept: 'application/json' } }])
})

test('a service that is silent, slow, down or sends too much is given up, with the reason', async () => {
  const refusals = [
    scan(() => {}),
    scan((_request, response) => void response.write('{')),
    scan((_request, response) => response.end(JSON.stringify({ ...OFFER, x: 'x'.repeat(300_000) }))),
    openClient().scan(`http://127.0.0.1:${await reservePort()}/`, ACCOUNT),
  ]
  const details = await Promise.all(refusals.map((refusal) => refusal.catch((error: Error) => error.message)))
  expect(details).toEqual([
    'The service did not answer: timed out.',
    'The service did not answer: timed out.',
    'The service did not answer: answer is too large.',
    expect.stringMatching(/^The service did not answer: connection refused/),
  ])
})

test.each([
  ['a page', (_request, response) => response.end('<html></html>')],
  ['nothing', (_request, response) => response.writeHead(204).end()],
  ['a list', say([])],
  ['another tag', say({ ...OFFER, tag: 'constructor' })],
  ['no tag', say({})],
  ['an offer that cannot be read', say({ ...OFFER, maxSendable: 'much' })],
] satisfies [string, RequestListener][])('%s is not an offer', async (_title, answer) => {
  await expect(scan(answer)).rejects.toMatchObject({ status: 400 })
})

test('the reason that a service gives is returned, at any HTTP status', async () => {
  const failing: RequestListener = (_request, response) =>
    response.writeHead(500).end('{"status":"ERROR","reason":"Sold out"}')
  await expect(scan(failing)).rejects.toMatchObject({ status: 400, detail: 'The service says: Sold out' })
})

test('a few redirects are followed, each checked like the first URL', async () => {
  const end = await openHttpServer(say(OFFER))
  const hop = await openHttpServer(redirect(urlOf(end)))
  expect(await openClient().scan(urlOf(hop), ACCOUNT)).toMatchObject({ kind: 'pay' })
  const circle: LoopbackServer = await openHttpServer((request, response) => redirect('/pay')(request, response))
  await expect(openClient().scan(urlOf(circle), ACCOUNT)).rejects.toMatchObject({ status: 400 })
  expect(circle.hits).toHaveLength(4)
  await expect(scan(redirect('ftp://pay.example/'))).rejects.toMatchObject({ status: 400 })
  await expect(scan(redirect('http://169.254.169.254/latest'))).rejects.toMatchObject({ status: 400 })
})

test('an allowed service cannot redirect to one that is not allowed (D9)', async () => {
  const secret = await openHttpServer(say(OFFER))
  const open = await openHttpServer(redirect(urlOf(secret)))
  const client = openClient({ allowPrivate: false, allow: [`127.0.0.1:${open.port}`] })
  await expect(client.scan(urlOf(open), ACCOUNT)).rejects.toMatchObject({ status: 400 })
  await expect(client.scan(urlOf(secret), ACCOUNT)).rejects.toMatchObject({ status: 400 })
  await expect(client.scan(urlOf(secret, 'localhost'), ACCOUNT)).rejects.toMatchObject({ status: 400 })
  expect([open.hits.length, secret.hits.length, secret.connections()]).toEqual([1, 0, 0])
})

test('LUD-01: only https is called unless the operator allows others', async () => {
  const client = openClient({ allowPrivate: false, allow: [] })
  await expect(client.scan('http://pay.example/', ACCOUNT)).rejects.toMatchObject({
    detail: 'The URL of an LNURL must use https.',
  })
})

test('a request that changes something at the service is sent once and not redirected', async () => {
  const end = await openHttpServer(say({ status: 'OK' }))
  const hop = await openHttpServer(redirect(urlOf(end)))
  const client = openClient()
  const k1 = 'ab'.repeat(32)
  await expect(client.handOver({ callback: urlOf(hop), k1: 'x' }, 'lnbc1', ACCOUNT)).rejects.toMatchObject({
    status: 400,
  })
  const login = { callback: `${urlOf(hop)}?tag=login&k1=${k1}`, hostname: '127.0.0.1', k1 }
  await expect(client.logIn(login, 'wallet')).rejects.toMatchObject({ status: 400 })
  expect([hop.hits.length, end.hits.length]).toEqual([2, 0])
})

test('an amount or a comment that is not offered is rejected without a request', async () => {
  const server = await openHttpServer(say({ pr: 'x' }))
  const payable = { callback: urlOf(server), leastMsat: msat(5), mostMsat: msat(7), commentAllowed: 3 }
  const client = openClient()
  await expect(client.askForInvoice(payable, { amountMsat: msat(4), comment: '' }, ACCOUNT)).rejects.toMatchObject({
    status: 400,
  })
  await expect(client.askForInvoice(payable, { amountMsat: msat(8), comment: '' }, ACCOUNT)).rejects.toMatchObject({
    status: 400,
  })
  await expect(client.askForInvoice(payable, { amountMsat: msat(7), comment: 'abcd' }, ACCOUNT)).rejects.toMatchObject({
    status: 400,
  })
  expect(server.hits).toEqual([])
  expect(await client.askForInvoice(payable, { amountMsat: msat(7), comment: 'a&b' }, ACCOUNT)).toMatchObject({
    bolt11: 'x',
  })
  expect(server.hits.map(({ path }) => path)).toEqual(['GET /pay?amount=7&comment=a%26b'])
})
