import { createHmac } from 'node:crypto'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { npubEncode } from 'nostr-tools/nip19'
import { unwrapEvent } from 'nostr-tools/nip59'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect } from 'vitest'
import type { WayIn } from '../../../src/access/ways-in.ts'
import { openSession } from '../accounts/open-session.ts'
import { relayListOf } from '../nostr/relay-list-of.ts'
import { deliverQueued } from '../notifications/deliver-queued.ts'
import { openPushBrowser } from '../notifications/open-push-browser.ts'
import type { Answer } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'
import type { AccessStage, Subject } from './access-stage.ts'
import type { OpenWay } from './open-log-ins.ts'

type Receiver = Extract<WayIn, 'push-subscription' | 'nostr-messages' | 'webhook-secret'>

const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
  return body
}

/** A wallet of the subject receives each time it is called, until the wallet is closed. */
async function openReceipts({ world, ask }: AccessStage, wallet: { readonly adminKey: string }, more: object = {}) {
  const payer = await world.openWallet(1000)
  const invoices: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const body = { out: false, amount: 10, ...more }
    invoices.push((await done(ask('POST', '/api/v1/payments', { key: wallet.adminKey, body }))).payment_request)
  }
  return async (): Promise<void> => {
    await world.send(payer, String(invoices.pop()))
    // The first duty queues messages, the second one sends them.
    await world.tick()
    await world.tick()
  }
}

/** A second wallet: messages are about the account, also after one wallet of it is closed. */
async function openSecondWallet({ world, ask }: AccessStage, { id }: Subject): Promise<{ readonly adminKey: string }> {
  const token = await tokenOf(world, { userId: id })
  const { adminkey: adminKey } = await done(ask('POST', '/api/v1/wallet', { token, body: { name: 'Second' } }))
  return { adminKey }
}

/** Receivers of messages about the account, and of proofs of receipts of a wallet. */
export const RECEIVERS: Readonly<Record<Receiver, OpenWay>> = {
  async 'push-subscription'(stage, subject) {
    const { headers } = await openSession(stage.world, { userId: subject.id })
    const browser = await openPushBrowser()
    await done(stage.ask('POST', '/api/v1/push/subscriptions', { headers, body: browser.subscription }))
    await done(stage.ask('PUT', '/api/v1/auth/me/preferences', { headers, body: { notify: true } }))
    const receive = await openReceipts(stage, await openSecondWallet(stage, subject))
    return async () => {
      const before = browser.received.length
      await receive()
      return browser.received.length > before
    }
  },
  async 'nostr-messages'(stage, subject) {
    const { relay } = stage
    const secret = generateSecretKey()
    const pubkey = getPublicKey(secret)
    relay.events.push(relayListOf(secret, relay))
    const read = () =>
      relay.events
        .filter(({ kind, tags }) => kind === 1059 && tags.some(([name, to]) => name === 'p' && to === pubkey))
        .map((event) => unwrapEvent(event as never, secret).content)
    const by = { token: await tokenOf(stage.world, { userId: subject.id }) }
    await done(stage.ask('PUT', '/api/v1/push/nostr', { ...by, body: { address: npubEncode(pubkey) } }))
    await stage.world.tick()
    const code = /: ([0-9a-z]{8})\./.exec(read().at(-1) ?? '')?.[1]
    await done(stage.ask('POST', '/api/v1/push/nostr/verify', { ...by, body: { code } }))
    const wanted = { notify: true, notify_nostr: true }
    await done(stage.ask('PUT', '/api/v1/auth/me/preferences', { ...by, body: wanted }))
    const receive = await openReceipts(stage, await openSecondWallet(stage, subject))
    return async () => {
      const before = read().length
      await receive()
      return read().length > before
    }
  },
  async 'webhook-secret'(stage, { wallet }) {
    const { secret } = await done(stage.ask('GET', '/api/v1/wallet/webhook', { key: wallet.adminKey }))
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64')
    let proven = 0
    const { port } = await openHttpServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers
        const text = `${String(id)}.${String(at)}.${Buffer.concat(parts).toString()}`
        const own = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
        if (String(signatures).split(' ').includes(own)) proven += 1
        response.writeHead(200).end()
      })
    })
    const receive = await openReceipts(stage, wallet, { webhook: `http://127.0.0.1:${port}/` })
    return async () => {
      const before = proven
      await receive()
      await deliverQueued(stage.world)
      return proven > before
    }
  },
}
