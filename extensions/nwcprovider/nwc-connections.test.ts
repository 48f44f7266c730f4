import { getPublicKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const open = () => openNwcWorld(NWCPROVIDER)
const BUDGET = { budget_msats: 1_000_000, refresh_window: 0 }

const BAD: readonly (readonly [what: string, body: Readonly<Record<string, unknown>>, place: string])[] = [
  ['pay without a budget', { permissions: ['pay'] }, 'budgets'],
  ['pay with a budget and unlimited', { permissions: ['pay'], budgets: [BUDGET], unlimited: true }, 'budgets'],
  ['an unknown permission', { permissions: ['fly'] }, 'permissions'],
  ['one permission twice', { permissions: ['info', 'info'] }, 'permissions'],
  ['no permission', { permissions: [] }, 'permissions'],
  ['a budget of nothing', { permissions: ['pay'], budgets: [{ ...BUDGET, budget_msats: 0 }] }, 'budget_msats'],
  [
    'a window of a negative length',
    { permissions: ['pay'], budgets: [{ ...BUDGET, refresh_window: -1 }] },
    'refresh_window',
  ],
  ['six budgets', { permissions: ['pay'], budgets: Array.from({ length: 6 }, () => BUDGET) }, 'budgets'],
  ['a day that is none', { permissions: ['info'], expires_at: '2027-13-01T00:00:00Z' }, 'expires_at'],
  ['the 30th of February', { permissions: ['info'], expires_at: '2027-02-30T00:00:00Z' }, 'expires_at'],
  ['an end that has passed', { permissions: ['info'], expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ['a key that is none', { permissions: ['info'], pubkey: 'g'.repeat(64) }, 'pubkey'],
]

test('an invalid connection is rejected with the reason', async () => {
  const { post } = await open()
  for (const [what, body, place] of BAD) {
    const { status, body: answer } = await post(body)
    expect(status, what).toBe(422)
    expect(JSON.stringify(answer.detail), what).toContain(place)
  }
})

test('an expiry in the past cannot be set; one that has passed may stay while other fields change', async () => {
  const { world, owner, post } = await open()
  const iso = (seconds: number): string => new Date((world.nowSeconds() + seconds) * 1000).toISOString()
  const { body: made } = await post({ permissions: ['info'], expires_at: iso(60) })
  const put = (body: object) => world.call('PUT', `/nwcprovider/api/v1/${made.id}`, { key: owner.adminKey, body })
  const refused = await put({ expires_at: iso(0) })
  expect([refused.status, refused.body.detail]).toEqual([422, 'body.expires_at: is in the past.'])
  world.advance(60)
  expect(await put({ description: 'Over' })).toMatchObject({ status: 200, body: { description: 'Over' } })
  expect(await put({ expires_at: iso(60) })).toMatchObject({ status: 200 })
})

test('the secret of the app is shown once and stored nowhere; that of the wallet is stored encrypted', async () => {
  const { world, relays, post, see } = await open()
  const { body: made } = await post({ permissions: ['info'] })
  const uri = new URL(made.connection_uri)
  expect(uri.protocol).toBe('nostr+walletconnect:')
  expect(uri.searchParams.getAll('relay')).toEqual(relays.map(({ url }) => url))
  const secret = uri.searchParams.get('secret') ?? ''
  expect(getPublicKey(Buffer.from(secret, 'hex'))).toBe(made.pubkey)
  expect(made.relay).toBe(relays[0].url)
  expect(await see(made.id)).not.toHaveProperty('connection_uri')
  const rows = await world.db.list(
    'SELECT kind, data FROM extension_rows',
    [],
    (row: { kind: string; data: string }) => row,
  )
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['items', 'keys'])
  expect(JSON.stringify(rows)).not.toContain(secret)
  const key = rows.find(({ kind }) => kind === 'keys')
  expect((JSON.parse(key?.data ?? '') as { secret: string }).secret).not.toMatch(/^[0-9a-f]{64}$/)
})

test('with a key of the app there is no secret to show, and the key stays', async () => {
  const { world, owner, post } = await open()
  const pubkey = 'ab'.repeat(32)
  const { body: made } = await post({ permissions: ['info'], pubkey })
  expect(made.pubkey).toBe(pubkey)
  expect(new URL(made.connection_uri).searchParams.has('secret')).toBe(false)
  const change = { key: owner.adminKey, body: { pubkey: 'cd'.repeat(32) } }
  expect((await world.call('PUT', `/nwcprovider/api/v1/${made.id}`, change)).status).toBe(400)
})

test('a changed budget keeps what was spent in a window of the same length', async () => {
  const { world, owner, connect, see } = await open()
  const app = await connect({ permissions: ['pay'], budgets: [{ budget_msats: 3_000_000, refresh_window: 3600 }] })
  const { bolt11 } = await world.foreignInvoice(1_000_000)
  const { result } = await app.ask('pay_invoice', { invoice: bolt11 })
  const used = 1_000_000 + result.fees_paid
  const budgets = [{ budget_msats: 2_000_000, refresh_window: 3600 }, BUDGET]
  await world.call('PUT', `/nwcprovider/api/v1/${app.id}`, { key: owner.adminKey, body: { budgets } })
  expect((await see(app.id)).budgets.map((one: { used_msats: number }) => one.used_msats)).toEqual([used, 0])
})

test('permissions of an app are announced again when they change, and to a relay that has lost them', async () => {
  const { world, relay, owner, connect } = await open()
  const app = await connect({ permissions: ['info'] })
  const infos = () =>
    relay.events.filter(({ kind, pubkey }) => kind === 13194 && pubkey === app.service).map(({ content }) => content)
  expect(infos()).toEqual(['get_info'])
  const change = { key: owner.adminKey, body: { permissions: ['info', 'lookup'] } }
  await world.call('PUT', `/nwcprovider/api/v1/${app.id}`, change)
  await expect
    .poll(async () => (await world.tick(), infos()))
    .toEqual(['get_info', 'lookup_invoice get_info notifications'])
  relay.events.length = 0
  relay.hangUp()
  await expect.poll(() => relay.connections()).toBe(0)
  world.advance(2)
  await expect.poll(async () => (await world.tick(), infos())).toEqual(['lookup_invoice get_info notifications'])
  expect(await app.ask('get_info')).toMatchObject({ error: null })
})

test('an app is ignored after its connection was deleted, or its owner has deactivated the extension', async () => {
  const { world, relays, owner, connect } = await open()
  const [gone, left] = [await connect({ permissions: ['info'] }), await connect({ permissions: ['info'] })]
  expect((await world.call('DELETE', `/nwcprovider/api/v1/${gone.id}`, { key: owner.adminKey })).status).toBe(200)
  const late = gone.request('get_info')
  await gone.sendTo(late)
  expect(await left.ask('get_info')).toMatchObject({ error: null })
  expect(gone.answersTo(late)).toEqual([])
  await world.call('PUT', '/api/v1/extension/nwcprovider', { key: owner.adminKey, body: { active: false } })
  const deaf = left.request('get_info')
  await left.sendTo(deaf)
  await expect.poll(async () => (await world.tick(), relays.map((relay) => relay.connections()))).toEqual([0, 0])
  expect(left.answersTo(deaf)).toEqual([])
})
