import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTestRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { nprofileEncode, npubEncode } from 'nostr-tools/nip19'
import { unwrapEvent } from 'nostr-tools/nip59'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, onTestFinished, test } from 'vitest'
import { register } from '../../test/world/accounts/register.ts'
import { relayListOf } from '../../test/world/nostr/relay-list-of.ts'
import { openWorld } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'

const PATH = '/api/v1/push/nostr'

type Dialect = (typeof LOGIC_DIALECTS)[number]

/** A user with a key who reads at their own relay, which the operator's relay names. */
async function open(dialect: Dialect, env: Readonly<Record<string, string>> = {}) {
  const [known, own] = [await openTestRelay(), await openTestRelay()]
  const world = await openWorld({
    dialect,
    env: {
      SERVICE_MESSAGES: 'true',
      SERVICE_ALLOW_PRIVATE_CALLBACKS: 'true',
      SERVICE_MESSAGE_RELAYS: known.url,
      ...env,
    },
  })
  onTestFinished(() => world.close())
  const secret = generateSecretKey()
  const pubkey = getPublicKey(secret)
  known.events.push(relayListOf(secret, own))
  const [payee, payer] = [await world.openWallet(), await world.openWallet(10_000)]
  const token = await tokenOf(world, payee)
  const read = (relay: TestRelay = own) =>
    relay.events.filter(({ kind }) => kind === 1059).map((event) => unwrapEvent(event as never, secret))
  const set = async (address: string) =>
    world.call('PUT', PATH, { token: await tokenOf(world, payee), body: { address } })
  const verify = (code: string) => world.call('POST', `${PATH}/verify`, { token, body: { code } })
  const prefer = (body: object) => world.call('PUT', '/api/v1/auth/me/preferences', { token, body })
  const pay = async (amountSat: number): Promise<void> => {
    await world.send(payer, (await world.invoice(payee, amountSat)).payment_request)
  }
  return { world, known, own, pubkey, token, read, set, verify, prefer, pay, npub: npubEncode(pubkey) }
}

const codeIn = (text: string | undefined): string => /: ([0-9a-z]{8})\./.exec(text ?? '')?.[1] ?? 'none'

async function prove({ world, npub, set, read, verify }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await set(npub)
  await world.tick()
  expect((await verify(codeIn(read().at(-1)?.content))).body).toMatchObject({ verified: true })
}

describe.each(LOGIC_DIALECTS)('messages by Nostr, on %s', (dialect) => {
  test('go to the relays of the user, encrypted, once the first code was confirmed and they are enabled', async () => {
    const opened = await open(dialect)
    const { world, known, own, npub, pubkey, token, set, verify, prefer, pay, read } = opened
    const before = (await world.call('GET', PATH, { token })).body
    expect(before).toMatchObject({ address: null, key: null, relays: [], verified: false })
    expect((await set(npub)).body).toMatchObject({ address: npub, key: npub, relays: [own.url], verified: false })
    await prefer({ notify: true, notify_nostr: true })
    await pay(5)
    await world.tick()
    // Only the code: nothing else before the proof.
    const [first, ...others] = read()
    expect(others).toEqual([])
    expect(first).toMatchObject({ kind: 14, tags: [['p', pubkey]] })
    expect(npubEncode(first?.pubkey ?? '')).toBe(before.sender)
    expect((await verify('00000000')).status).toBe(400)
    expect((await verify(codeIn(first?.content))).body).toMatchObject({ verified: true })
    await pay(1234)
    await world.tick()
    await world.tick()
    expect(read().map(({ content }) => content.split('\n')[0])).toEqual([
      'Messages of your Satchel',
      '1,234 sat received',
    ])
    // The relay sees neither text nor sender.
    const seen = JSON.stringify(own.events)
    expect([seen.includes('1,234'), seen.includes(first?.pubkey ?? '')]).toEqual([false, false])
    expect(known.events.filter(({ kind }) => kind === 1059)).toEqual([])
    await prefer({ notify_nostr: false })
    await pay(77)
    await world.tick()
    expect(read()).toHaveLength(2)
    expect(await world.violations()).toEqual([])
  })

  test('a relay that is down gets the same message later, and a user who has changed relays gets it there', async () => {
    const opened = await open(dialect)
    const { world, known, own, prefer, pay, read } = opened
    await prove(opened)
    await prefer({ notify: true, notify_nostr: true })
    own.refusal = 'blocked: not today'
    await pay(5)
    await world.tick()
    await world.tick()
    expect(read()).toHaveLength(1)
    own.refusal = undefined
    world.advance(60)
    await world.tick()
    expect(read()).toHaveLength(2)
    await own.goDown()
    await pay(6)
    await world.tick()
    // The user's list is deleted, too: then the operator's relay is used.
    await own.comeUp()
    expect(known.events.map(({ kind }) => kind)).toEqual([10_050])
    world.advance(60)
    await world.tick()
    expect(read().map(({ content }) => content.split('\n')[0])).toEqual(['6 sat received'])
  })

  test('a name is resolved at its host, and the code is for the resolved key', async () => {
    const { world, own, pubkey, npub, set, read } = await open(dialect)
    const host = await openNames({ names: { alice: pubkey, broken: 'x' }, relays: { [pubkey]: [own.url] } })
    expect((await set(`Alice@${host}`)).body).toMatchObject({ address: `Alice@${host}`, key: npub, relays: [own.url] })
    await world.tick()
    expect(read()).toHaveLength(1)
    for (const wrong of [`bob@${host}`, `broken@${host}`, 'npub1wrong', 'alice', 'alice@127.0.0.1:1']) {
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 422])
    }
    const { pubkey: other } = { pubkey: getPublicKey(generateSecretKey()) }
    expect((await set(nprofileEncode({ pubkey: other, relays: [own.url] }))).body).toMatchObject({ verified: false })
  })

  test('a new key needs a new proof, and messages for the first one are not sent to it', async () => {
    const opened = await open(dialect)
    const { world, set, verify, prefer, pay, read, known } = opened
    await prove(opened)
    await prefer({ notify: true, notify_nostr: true })
    const other = npubEncode(getPublicKey(generateSecretKey()))
    const code = codeIn(read().at(-1)?.content)
    expect((await set(other)).body).toMatchObject({ key: other, verified: false })
    expect((await verify(code)).status).toBe(400)
    await pay(9)
    await world.tick()
    // One code at the relay of the operator, and nothing more anywhere.
    expect([read().length, known.events.filter(({ kind }) => kind === 1059).length]).toEqual([1, 1])
  })

  test('messages per key are limited: one code in half an hour, five a day per account, ten per key', async () => {
    const { world, set, npub, read } = await open(dialect)
    for (let n = 0; n < 3; n += 1) expect((await set(npub)).status).toBe(200)
    await world.tick()
    expect(read()).toHaveLength(1)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      world.advance(1800)
      statuses.push((await set(npub)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const another = async () => {
      const { token } = await register(world)
      return (await world.call('PUT', PATH, { token, body: { address: npub } })).status
    }
    const others: number[] = []
    for (let n = 0; n < 6; n += 1) others.push(await another())
    expect(others).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('there are none without configured relays, and relays in the own network are not connected to', async () => {
    const { world, token, set, npub } = await open(dialect, { SERVICE_MESSAGE_RELAYS: '' })
    expect((await world.call('GET', PATH, { token })).body).toMatchObject({ sender: null })
    expect(await set(npub)).toMatchObject({ status: 400, body: { code: 'nostr_messages_off' } })
    await world.restart({ SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false', SERVICE_MESSAGE_RELAYS: 'wss://relay.invalid' })
    const inside = nprofileEncode({
      pubkey: getPublicKey(generateSecretKey()),
      relays: ['wss://127.0.0.1:1', 'ws://10.0.0.1'],
    })
    expect((await set(inside)).body.relays).not.toContain('ws://10.0.0.1')
  })
})

/** A host of names (NIP-05) on loopback. */
async function openNames(answer: object): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
