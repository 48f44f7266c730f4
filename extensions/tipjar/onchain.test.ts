import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { sendForm } from '../../services/wallet/test/world/extensions/send-form.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { readMarkup } from '../../services/wallet/test/world/pages/read-markup.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { openFakeChain } from '../watchonly/world/fake-chain.ts'
import { ZPUB } from '../watchonly/world/sample-keys.ts'
import { TIPJAR } from './tipjar.ts'

async function open(dialect: (typeof LOGIC_DIALECTS)[number] = 'sqlite') {
  const chain = openFakeChain()
  const world = await openWorld({ dialect, builtIns: [TIPJAR, chain.lender] })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  const owner = await world.openWallet()
  for (const id of ['tipjar', 'watchonly']) await activateExtension(world, owner, id)
  const post = async (ext: string, body: object) =>
    (await world.call('POST', `/${ext}/api/v1/`, { key: owner.adminKey, body })).body
  const { id: onchain } = await post('watchonly', { title: 'Savings', masterpub: ZPUB })
  const hook = 'http://127.0.0.1:9999/tips'
  const { id } = await post('tipjar', { name: 'Ada', onchain, onchain_limit: 10_000, webhook_url: hook })
  const see = async () => (await world.call('GET', `/tipjar/api/v1/${id}`, { key: owner.invoiceKey })).body
  const order = (body: object, jar: string = id) => world.call('POST', `/tipjar/public/${jar}/onchain`, { body })
  const page = async (path: string) => readMarkup((await world.call('GET', `/tipjar${path}`)).body).texts.join(' ')
  const tips = async () => (await world.call('GET', `/tipjar/api/v1/${id}/tips`, { key: owner.invoiceKey })).body
  /** The next minute, in which the addresses are checked. */
  const minute = async () => {
    world.advance(60)
    await world.tick()
  }
  const deliveries = async () =>
    world.db.list('SELECT body FROM deliveries', [], (row: { body: string }) => JSON.parse(row.body))
  return { world, chain, owner, id, post, see, order, page, tips, minute, deliveries }
}

test.each(LOGIC_DIALECTS)(
  'an on-chain tip counts once, when it is confirmed, with its name and message, on %s',
  async (dialect) => {
    const { world, chain, id, see, order, page, tips, minute, deliveries } = await open(dialect)
    expect((await world.call('GET', `/tipjar/public/${id}`)).body).toMatchObject({
      onchain: true,
      onchain_limit: 10_000,
    })
    const { status, body } = await order({ sats: 25_000, name: 'Charles', message: 'For the <b>engine' })
    expect(status).toBe(201)
    expect(body.uri).toBe(`bitcoin:${body.address}?amount=0.00025000&label=Ada`)
    expect(await page(body.href)).toContain(body.address)
    chain.pay(body.address, 25_000)
    await minute()
    expect(await see()).toMatchObject({ tip_count: 0 })
    expect(await page(body.href)).toContain('25,000 sat are on their way')
    chain.mine()
    await minute()
    await minute()
    expect(await see()).toMatchObject({ tip_count: 1, tip_total: 25_000 })
    expect(await page(body.href)).toContain('25,000 sat have arrived')
    expect(await tips()).toMatchObject([{ name: 'Charles', message: 'For the <b>engine', sats: 25_000, hidden: false }])
    expect(await deliveries()).toMatchObject([{ sats: 25_000, name: 'Charles', txids: [expect.any(String)] }])
  },
)

test('a second payment to the same address raises the tip, and is no second tip', async () => {
  const { chain, see, order, tips, minute, deliveries } = await open()
  const { body } = await order({ sats: 20_000 })
  chain.pay(body.address, 20_000)
  chain.mine()
  await minute()
  chain.pay(body.address, 5000)
  chain.mine()
  await minute()
  expect(await see()).toMatchObject({ tip_count: 1, tip_total: 25_000 })
  expect(await tips()).toMatchObject([{ sats: 25_000 }])
  expect(await deliveries()).toHaveLength(1)
})

test('a tip below the dust limit or above the maximum is rejected; a jar without on-chain tips has no such page', async () => {
  const { world, post, order, id } = await open()
  expect(await order({ sats: 9999 })).toMatchObject({ status: 422 })
  expect(await order({ sats: 100_000_000 + 1 })).toMatchObject({ status: 422 })
  expect((await world.call('GET', `/tipjar/p/${id}/onchain`)).status).toBe(200)
  const plain = await post('tipjar', { name: 'Plain' })
  expect(await order({ sats: 20_000 }, plain.id)).toMatchObject({ status: 404 })
  expect((await world.call('GET', `/tipjar/p/${plain.id}/onchain`)).status).toBe(404)
})

test('a jar does not store a wallet of another account', async () => {
  const { world, owner, id, post, see } = await open()
  const other = await world.openWallet()
  for (const ext of ['tipjar', 'watchonly']) await activateExtension(world, other, ext)
  const asOther = (onchain: string) =>
    world.call('POST', '/tipjar/api/v1/', { key: other.adminKey, body: { name: 'Eve', onchain } })
  const { onchain } = await see()
  for (const unknown of ['nowhere', onchain]) {
    expect(await asOther(unknown)).toMatchObject({
      status: 422,
      body: { detail: 'body.onchain: not a watch-only wallet of this account.' },
    })
  }
  const change = (body: object) => world.call('PUT', `/tipjar/api/v1/${id}`, { key: owner.adminKey, body })
  expect(await change({ onchain: 'nowhere' })).toMatchObject({ status: 422 })
  expect(await see()).toMatchObject({ onchain })
  await world.call('DELETE', `/watchonly/api/v1/${onchain}`, { key: owner.adminKey })
  expect(await change({ description: 'Its wallet is gone, its name is not.' })).toMatchObject({ status: 200 })
  expect(await change({ onchain: null })).toMatchObject({ status: 200 })
  const { id: next } = await post('watchonly', { title: 'Next', masterpub: ZPUB })
  expect(await change({ onchain: next })).toMatchObject({ status: 200, body: { onchain: next } })
})

test('visitors cannot exceed the gap limit of a wallet: fifteen addresses wait at most', async () => {
  const { world, chain, order, minute } = await open()
  const made = await Promise.all(Array.from({ length: 15 }, () => order({ sats: 20_000 })))
  expect(new Set(made.map(({ body }) => body.address)).size).toBe(15)
  expect(await order({ sats: 20_000 })).toMatchObject({ status: 429 })
  chain.pay(made[0]?.body.address, 20_000)
  chain.mine()
  await minute()
  expect(await order({ sats: 20_000 })).toMatchObject({ status: 201 })
  world.advance(24 * 3600)
  expect(await order({ sats: 20_000 })).toMatchObject({ status: 201 })
})

test('without JavaScript the form leads to the page of an address', async () => {
  const { world, id } = await open()
  const answer = await sendForm(world, `/tipjar/public/${id}/onchain-plain`, 'sats=20000&name=Ada')
  expect(answer.status).toBe(303)
  const { pathname } = new URL(String(answer.headers['location']))
  expect((await world.call('GET', pathname)).body).toContain('bitcoin:bc1q')
})
