import { getPublicKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { SPLITPAYMENTS } from '../splitpayments/splitpayments.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const LOOKUP = { permissions: ['lookup'] }
/** Notifications by their encryption (NIP-47). */
const [NIP44, NIP04] = [23197, 23196]

type Opened = Awaited<ReturnType<typeof openNwcWorld>>
type App = Awaited<ReturnType<Opened['connect']>>

/** The notifications that an app got, decrypted. */
const notificationsOf = ({ relay }: Opened, app: App, kind = NIP44) =>
  relay.received
    .filter((event) => event.kind === kind && event.pubkey === app.service)
    .map((event) => ({ ...app.read(event), to: event.tags.find(([key]) => key === 'p')?.[1] }))

test.each(LOGIC_DIALECTS)(
  'an app is notified of every payment that leaves the wallet, once in each encryption, also over a restart, on %s',
  async (dialect) => {
    const opened = await openNwcWorld(NWCPROVIDER, dialect)
    const { world, owner, connect } = opened
    const app = await connect({ permissions: ['lookup', 'pay'], unlimited: true })
    const [deaf, other] = [await connect({ permissions: ['history'] }), await world.openWallet(1000)]
    const byKey = await world.foreignInvoice(21_000)
    expect((await world.send(owner, byKey.bolt11)).status).toBe(201)
    const byApp = await world.foreignInvoice(34_000)
    const { result } = await app.ask('pay_invoice', { invoice: byApp.bolt11 })
    await world.send(other, (await world.foreignInvoice(1000)).bolt11)
    await expect.poll(async () => (await world.tick(), notificationsOf(opened, app).length)).toBe(2)
    await world.restart()
    await world.tick()
    const client = getPublicKey(Buffer.from(app.own, 'hex'))
    for (const kind of [NIP44, NIP04]) {
      const heard = notificationsOf(opened, app, kind)
      expect(heard.map(({ notification_type: type, to }) => [type, to])).toEqual([
        ['payment_sent', client],
        ['payment_sent', client],
      ])
      const byHash = new Map(heard.map(({ notification }) => [notification.payment_hash, notification]))
      expect(byHash.get(byKey.hash)).toMatchObject({
        type: 'outgoing',
        state: 'settled',
        invoice: byKey.bolt11,
        preimage: byKey.preimage,
        amount: 21_000,
        settled_at: world.nowSeconds(),
      })
      expect(byHash.get(byApp.hash)).toMatchObject({ amount: 34_000, fees_paid: result.fees_paid })
    }
    expect(notificationsOf(opened, deaf)).toEqual([])
  },
)

test('a payment that fails, or has no known outcome yet, causes no notification', async () => {
  const opened = await openNwcWorld(NWCPROVIDER, 'sqlite', { env: { SERVICE_PAY_WAIT_MS: '50' } })
  const { world, owner, connect } = opened
  const app = await connect(LOOKUP)
  const failing = await world.foreignInvoice(1000)
  await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
  await world.send(owner, failing.bolt11)
  const hanging = await world.foreignInvoice(2000)
  await world.node.sendControl('POST /script', { match: { hash: hanging.hash }, pay: ['hang'] })
  await world.send(owner, hanging.bolt11)
  await world.tick()
  await world.tick()
  expect(notificationsOf(opened, app)).toEqual([])
  await world.node.sendControl('POST /settle', { hash: hanging.hash, fee_msat: 7 })
  world.advance(60)
  await expect.poll(async () => (await world.tick(), notificationsOf(opened, app).length)).toBe(1)
  expect(notificationsOf(opened, app)[0]?.notification).toMatchObject({ payment_hash: hanging.hash, fees_paid: 7 })
})

test('a wallet that pays its own invoice is notified of both sides', async () => {
  const opened = await openNwcWorld(NWCPROVIDER)
  const { world, owner, connect } = opened
  const app = await connect(LOOKUP)
  await world.send(owner, (await world.invoice(owner, 5)).payment_request)
  await expect.poll(async () => (await world.tick(), notificationsOf(opened, app).length)).toBe(2)
  const sides = notificationsOf(opened, app).map(
    ({ notification_type: type, notification }) => `${type} ${notification.type}`,
  )
  expect(new Set(sides)).toEqual(new Set(['payment_received incoming', 'payment_sent outgoing']))
})

test('a payment by another extension from the wallet is notified; an expired app gets no notification', async () => {
  const opened = await openNwcWorld(NWCPROVIDER, 'sqlite', { others: [SPLITPAYMENTS] })
  const { world, owner, connect } = opened
  const end = new Date((world.nowSeconds() + 30) * 1000).toISOString()
  const [app, expiring] = [await connect(LOOKUP), await connect({ ...LOOKUP, expires_at: end })]
  const { body: second } = await world.call('POST', '/api/v1/wallet', { token: await tokenOf(world, owner), body: {} })
  await activateExtension(world, owner, 'splitpayments')
  const half = { key: owner.adminKey, body: { target: second.id, percent: 50 } }
  expect((await world.call('POST', '/splitpayments/api/v1/', half)).status).toBe(201)
  world.advance(30)
  await world.send(await world.openWallet(1000), (await world.invoice(owner, 100)).payment_request)
  await expect.poll(async () => (await world.tick(), notificationsOf(opened, app).length)).toBe(2)
  expect(notificationsOf(opened, app)).toMatchObject([
    { notification_type: 'payment_received', notification: { amount: 100_000 } },
    { notification_type: 'payment_sent', notification: { amount: 50_000, fees_paid: 0 } },
  ])
  expect(notificationsOf(opened, expiring)).toEqual([])
})
