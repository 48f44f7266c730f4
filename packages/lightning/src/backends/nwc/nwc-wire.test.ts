import { encrypt, getConversationKey } from 'nostr-tools/nip44'
import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { REFUSING_PORT } from '../../../world/peer-parts/refusing-port.ts'
import { openTestRelay, type TestRelay } from '../../../world/peers/nwc/test-relay.ts'
import { NotSentError } from '../../net/node-http.ts'
import { createNwcWire, type NwcWire } from './nwc-wire.ts'

const [WALLET, CLIENT] = [generateSecretKey(), generateSecretKey()]
const [WALLET_PUBKEY, CLIENT_PUBKEY] = [getPublicKey(WALLET), getPublicKey(CLIENT)]
const KEY = getConversationKey(WALLET, CLIENT_PUBKEY)

function openWire(relays: readonly string[]): NwcWire {
  const secret = Buffer.from(CLIENT).toString('hex')
  const wire = createNwcWire({ kind: 'nwc', walletPubkey: WALLET_PUBKEY, relays, secret }, Date.now)
  onTestFinished(wire.close)
  return wire
}

/** The next request that arrives at a relay. */
async function requestAt({ received }: TestRelay): Promise<Event> {
  const requests = () => received.filter(({ kind }) => kind === 23194)
  await expect.poll(() => requests().length, { timeout: 5000 }).toBeGreaterThan(0)
  return requests().at(-1) as Event
}

interface Changes {
  readonly kind?: number
  readonly by?: Uint8Array
  readonly to?: string
  readonly request?: string
  readonly content?: string
}

const replyTo = ({ id }: Event, body: object, changed: Changes = {}): Event => {
  const { kind = 23195, by = WALLET, to = CLIENT_PUBKEY, request = id } = changed
  const content = changed.content ?? encrypt(JSON.stringify(body), KEY)
  const tags = [
    ['p', to],
    ['e', request],
  ]
  return finalizeEvent({ kind, created_at: Math.floor(Date.now() / 1000), tags, content }, by)
}

async function publish({ url }: TestRelay, event: Event): Promise<void> {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  socket.send(JSON.stringify(['EVENT', event]))
  await new Promise((resolve) => socket.addEventListener('message', resolve))
  socket.close()
}

test('only an event signed by the wallet, for us and for this request, is its answer', async () => {
  const relay = await openTestRelay()
  const wire = openWire([relay.url])
  const asked = wire.ask('get_info', {})
  const request = await requestAt(relay)
  const lie = { result: { says: 'a lie' } }
  await publish(relay, replyTo(request, lie, { by: generateSecretKey() }))
  await publish(relay, replyTo(request, lie, { to: WALLET_PUBKEY }))
  await publish(relay, replyTo(request, lie, { request: 'ab'.repeat(32) }))
  await publish(relay, replyTo(request, lie, { kind: 23197 }))
  await publish(relay, replyTo(request, { result: { says: 'the truth' } }))
  await publish(relay, replyTo(request, lie))
  expect(await asked).toMatchObject({ result: { says: 'the truth' } })
})

test('a request is signed by our key, names the wallet and its expiry, and only the wallet can read it', async () => {
  const relay = await openTestRelay()
  const wire = openWire([relay.url])
  wire.ask('pay_invoice', { invoice: 'lnbc1' }).catch(() => undefined)
  const { pubkey, tags, content } = await requestAt(relay)
  expect(pubkey).toBe(CLIENT_PUBKEY)
  expect(content).not.toContain('lnbc1')
  const tag = (name: string) => tags.find(([key]) => key === name)?.[1]
  expect(tag('p')).toBe(WALLET_PUBKEY)
  expect(Math.abs(Number(tag('expiration')) - Date.now() / 1000 - 60)).toBeLessThan(5)
})

test('a request is sent over every connected relay, and the first answer counts', async () => {
  const [one, two] = [await openTestRelay(), await openTestRelay()]
  const wire = openWire([`ws://127.0.0.1:${REFUSING_PORT}`, one.url, two.url])
  await expect.poll(wire.connections, { timeout: 5000 }).toBe(2)
  const asked = wire.ask('get_info', {})
  const request = await requestAt(one)
  expect((await requestAt(two)).id).toBe(request.id)
  await publish(two, replyTo(request, { result: { over: 'two' } }))
  await publish(one, replyTo(request, { result: { over: 'one' } }))
  expect(await asked).toMatchObject({ result: { over: 'two' } })
})

test.each<[string, object, Changes]>([
  ['neither a result nor an error', {}, {}],
  ['both of null', { result: null, error: null }, {}],
  ['an error without a code', { error: {} }, {}],
  ['a text', 'paid' as never, {}],
  ['what cannot be opened', {}, { content: 'x' }],
])('an answer that is %s is ignored', async (_name, body, changed) => {
  const relay = await openTestRelay()
  const wire = openWire([relay.url])
  const asked = wire.ask('pay_invoice', {})
  const heard = expect(asked).rejects.not.toBeInstanceOf(NotSentError)
  await publish(relay, replyTo(await requestAt(relay), body, changed))
  await heard
})

test('without a relay a request counts as not sent; once written it may have arrived, whatever relays answer', async () => {
  const relay = await openTestRelay()
  const wire = openWire([relay.url])
  const unanswered = wire.ask('get_info', {})
  const over = expect(unanswered).rejects.toThrow('hung up')
  await requestAt(relay)
  await relay.goDown()
  await over
  await expect(unanswered).rejects.not.toBeInstanceOf(NotSentError)
  await expect(wire.ask('get_info', {})).rejects.toBeInstanceOf(NotSentError)

  await relay.comeUp()
  relay.refusal = 'rate-limited: slow down'
  const refused = wire.ask('get_info', {})
  await expect(refused).rejects.toThrow('do not take')
  await expect(refused).rejects.not.toBeInstanceOf(NotSentError)
})

test('a request to a silent wallet times out, and the connection stays', async () => {
  const relay = await openTestRelay()
  const wire = openWire([relay.url])
  await expect(wire.ask('get_info', {}, 50)).rejects.toThrow('50 ms')
  expect(wire.connections()).toBe(1)
})

test('a relay that rejects the subscription is disconnected, and tried again', async () => {
  const relay = await openTestRelay()
  const wire = openWire([relay.url])
  await expect.poll(wire.connections, { timeout: 5000 }).toBe(1)
  relay.say(['CLOSED', 'satchel', 'error: shutting down'])
  await expect.poll(wire.connections, { timeout: 5000 }).toBe(2)
})
