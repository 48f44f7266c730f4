import { expect, test } from 'vitest'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { readMarkup } from '../../services/wallet/test/world/pages/read-markup.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const open = () => openNwcWorld(NWCPROVIDER)

const uriOf = (page: unknown): string =>
  readMarkup(String(page)).texts.find((text) => text.startsWith('nostr+walletconnect://')) ?? ''

test('the owner connects an app on a page: its code works, within the chosen permissions and budget', async () => {
  const { world, owner, adopt } = await open()
  const form = await world.call('GET', '/nwcprovider/p/pair')
  expect(form.status).toBe(200)
  expect(readMarkup(form.body).texts).toContain('Admin key of the wallet')
  const body = { description: 'Tea <room>', may: 'pay', budget_sats: 21_000, refresh_window: 604_800 }
  const shown = await world.call('POST', '/nwcprovider/pair', { key: owner.adminKey, body })
  expect(shown).toMatchObject({ status: 201 })
  expect(shown.headers['content-type']).toContain('text/html')
  expect(String(shown.body)).toContain('<svg')
  expect(readMarkup(shown.body).texts).toEqual(expect.arrayContaining(['Tea <room>', '21,000 sat a week']))
  const [made] = (await world.call('GET', '/nwcprovider/api/v1/', { key: owner.adminKey })).body
  expect(made).toMatchObject({
    description: 'Tea <room>',
    permissions: ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'],
    budgets: [{ budget_msats: 21_000_000, refresh_window: 604_800, used_msats: 0 }],
    unlimited: false,
  })
  expect(made).not.toHaveProperty('connection_uri')
  const app = await adopt({ ...made, connection_uri: uriOf(shown.body) })
  const { bolt11, preimage } = await world.foreignInvoice(1_000_000)
  expect(await app.ask('pay_invoice', { invoice: bolt11 })).toMatchObject({ result: { preimage } })
  const { bolt11: dear } = await world.foreignInvoice(21_000_000)
  expect(await app.ask('pay_invoice', { invoice: dear })).toMatchObject({ error: { code: 'QUOTA_EXCEEDED' } })
})

test('an app that may only receive has no budget, and cannot pay', async () => {
  const { world, owner, adopt } = await open()
  const body = { description: 'Till', may: 'receive', budget_sats: 10_000 }
  const shown = await world.call('POST', '/nwcprovider/pair', { key: owner.adminKey, body })
  const [made] = (await world.call('GET', '/nwcprovider/api/v1/', { key: owner.adminKey })).body
  expect(made).toMatchObject({ budgets: [] })
  expect(made.permissions).not.toContain('pay')
  const app = await adopt({ ...made, connection_uri: uriOf(shown.body) })
  expect(await app.ask('get_balance')).toMatchObject({ result: { balance: 100_000_000 } })
  const { bolt11 } = await world.foreignInvoice(1000)
  expect(await app.ask('pay_invoice', { invoice: bolt11 })).toMatchObject({ error: { code: 'RESTRICTED' } })
})

test('only the admin key connects an app, and an invalid request is rejected', async () => {
  const { world, owner } = await open()
  const good = { description: 'App', may: 'receive' }
  const pair = async (key: string | undefined, body: object) =>
    (await world.call('POST', '/nwcprovider/pair', { ...(key !== undefined && { key }), body })).status
  expect(await pair(undefined, good)).toBe(401)
  expect(await pair(owner.invoiceKey, good)).toBe(403)
  expect(await pair((await world.openWallet()).adminKey, good)).toBe(403)
  for (const wrong of [{ may: 'fly' }, { may: 'pay' }, { description: '' }, { may: 'pay', budget_sats: 0 }]) {
    expect(await pair(owner.adminKey, { ...good, ...wrong }), JSON.stringify(wrong)).toBe(422)
  }
  expect((await world.call('GET', '/nwcprovider/api/v1/', { key: owner.adminKey })).body).toEqual([])
})

test('get_budget returns the budget with the least left, and an empty object without a budget', async () => {
  const { world, connect } = await open()
  const app = await connect({
    permissions: ['pay'],
    budgets: [
      { budget_msats: 50_000_000, refresh_window: 2_592_000 },
      { budget_msats: 10_000_000, refresh_window: 86_400 },
    ],
  })
  const made = world.nowSeconds() - 1
  const { bolt11 } = await world.foreignInvoice(1_000_000)
  const { result } = await app.ask('pay_invoice', { invoice: bolt11 })
  expect((await app.ask('get_budget')).result).toEqual({
    used_budget: 1_000_000 + result.fees_paid,
    total_budget: 10_000_000,
    renewal_period: 'daily',
    renews_at: made + 86_400,
  })
  const once = await connect({ permissions: ['pay'], budgets: [{ budget_msats: 7000, refresh_window: 0 }] })
  expect((await once.ask('get_budget')).result).toEqual({
    used_budget: 0,
    total_budget: 7000,
    renewal_period: 'never',
  })
  const free = await connect({ permissions: ['pay'], unlimited: true })
  expect((await free.ask('get_budget')).result).toEqual({})
})
