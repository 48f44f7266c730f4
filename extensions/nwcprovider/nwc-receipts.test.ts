import { expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { SPLITPAYMENTS } from '../splitpayments/splitpayments.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const LOOKUP = { permissions: ['lookup'] }

test('an app is notified once of each payment the wallet receives, from any invoice', async () => {
  const { world, relay, owner, connect } = await openNwcWorld(NWCPROVIDER)
  const app = await connect(LOOKUP)
  const deaf = await connect({ permissions: ['history'] })
  const payer = await world.openWallet(1000)
  const hashes: string[] = []
  for (const amount of [21, 34]) {
    const made = await world.call('POST', '/api/v1/payments', {
      key: owner.invoiceKey,
      body: { out: false, amount, memo: 'Made by hand' },
    })
    expect((await world.send(payer, made.body.payment_request)).status).toBe(201)
    hashes.push(made.body.payment_hash)
  }
  const heard = (service: string) => relay.received.filter(({ kind, pubkey }) => kind === 23197 && pubkey === service)
  await expect.poll(async () => (await world.tick(), heard(app.service).length)).toBe(2)
  await world.tick()
  const read = heard(app.service).map((event) => app.read(event))
  expect(new Set(read.map(({ notification }) => notification.payment_hash))).toEqual(new Set(hashes))
  for (const { notification_type, notification } of read) {
    expect(notification_type).toBe('payment_received')
    expect(notification).toMatchObject({ type: 'incoming', state: 'settled', description: 'Made by hand' })
    expect(notification.preimage).toMatch(/^[0-9a-f]{64}$/)
  }
  expect(heard(deaf.service)).toEqual([])
})

test('an app is not notified about a wallet while its account is disabled', async () => {
  const { world, relay, owner, connect } = await openNwcWorld(NWCPROVIDER)
  const app = await connect(LOOKUP)
  const payer = await world.openWallet(1000)
  const disable = (at: number | null) =>
    writeDirectly(world, `UPDATE users SET disabled_at = ${at} WHERE id = '${owner.userId}'`)
  const [first, second] = [await world.invoice(owner, 5), await world.invoice(owner, 6)]
  await disable(1)
  expect((await world.send(payer, first.payment_request)).status).toBe(201)
  await world.tick()
  await disable(null)
  expect((await world.send(payer, second.payment_request)).status).toBe(201)
  const heard = () => relay.received.filter(({ kind, pubkey }) => kind === 23197 && pubkey === app.service)
  await expect.poll(async () => (await world.tick(), heard().length)).toBe(1)
  await world.tick()
  expect(heard().map((event) => app.read(event).notification.payment_hash)).toEqual([second.payment_hash])
})

test('a transfer by another extension into the wallet is notified, too, and shares are the same as without the app', async () => {
  const { world, relay, owner, connect } = await openNwcWorld(NWCPROVIDER, 'sqlite', { others: [SPLITPAYMENTS] })
  const token = await tokenOf(world, owner)
  const { body: source } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Till' } })
  await activateExtension(world, owner, 'splitpayments')
  const half = { key: source.adminkey, body: { target: owner.id, percent: 50 } }
  expect((await world.call('POST', '/splitpayments/api/v1/', half)).status).toBe(201)
  const app = await connect(LOOKUP)
  const { body: made } = await world.call('POST', '/api/v1/payments', {
    key: source.inkey,
    body: { out: false, amount: 100 },
  })
  await world.send(await world.openWallet(1000), made.payment_request)
  const heard = () => relay.received.filter(({ kind, pubkey }) => kind === 23197 && pubkey === app.service)
  await expect.poll(async () => (await world.tick(), heard().length)).toBe(1)
  const [event] = heard()
  expect(event && app.read(event).notification).toMatchObject({ type: 'incoming', amount: 50_000 })
  expect(await world.balanceMsat({ ...owner, invoiceKey: source.inkey })).toBe(50_000)
})
