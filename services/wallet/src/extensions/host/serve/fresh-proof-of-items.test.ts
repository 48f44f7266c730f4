import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, askStale, openStale } from '../../../../test/world/accounts/open-stale.ts'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openPackageWorld, permission, route } from '../../../../test/world/extensions/open-package-world.ts'
import { openWorld, type World } from '../../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'
import { BUILT_INS } from '../../built-ins.ts'

/** Each of them creates access: its item, and the secrets of its creation. */
const ITEMS = [
  ['lndhub', 'an LndHub login', { label: 'App', mode: 'admin' }, { mode: 'admin' }],
  [
    'nwcprovider',
    'an NWC connection',
    { description: 'App', permissions: ['pay'], budgets: [{ budget_msats: 1000, refresh_window: 0 }] },
    { budgets: [{ budget_msats: 1_000_000, refresh_window: 0 }] },
  ],
  [
    'withdraw',
    'a withdraw link',
    { title: 'Gift', min_withdrawable: 1, max_withdrawable: 10, uses: 1 },
    { max_withdrawable: 1000 },
  ],
] as const

describe.each(LOGIC_DIALECTS)('items that grant access, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    const ids = new Set<string>([...ITEMS.map(([extId]) => extId), 'events', 'lnurlp'])
    world = await openWorld({
      dialect,
      env: { SERVICE_NOSTR_OWN_RELAY: 'true' },
      builtIns: BUILT_INS.filter(({ manifest }) => ids.has(manifest.id)),
    })
  })
  afterAll(() => world.close())

  const open = async <Prepared>(
    username: string,
    { extensions, prepare }: { extensions: readonly string[]; prepare: (token: string) => Promise<Prepared> },
  ) =>
    openStale(world, username, {
      async prepare(token, userId) {
        for (const extId of extensions) await activateExtension(world, { userId }, extId)
        return prepare(token)
      },
    })

  test.each(ITEMS)('%s: %s is created only after a step-up', async (extId, _what, body) => {
    const extensions = [extId]
    const user = await open(`makes-${extId}`, { extensions, prepare: async () => undefined })
    for (const url of [`/${extId}/api/v1/`, `/${extId}/api/v1`])
      expect((await user.call({ method: 'POST', url, body }, { token: user.token })).status).toBe(401)
    expect(await askStale(user, { method: 'POST', url: `/${extId}/api/v1/`, body })).toEqual(asked(201))
    expect((await user.call({ method: 'POST', url: `/${extId}/api/v1/`, body }, { key: user.adminKey })).status).toBe(
      201,
    )
  })

  test.each(ITEMS)('%s: %s is extended only after a step-up', async (extId, _what, body, change) => {
    const url = `/${extId}/api/v1/`
    const user = await open(`widens-${extId}`, {
      extensions: [extId],
      prepare: async (token) => (await world.call('POST', url, { token, body })).body.id,
    })
    expect(await askStale(user, { method: 'PUT', url: `${url}${user.prepared}`, body: change })).toEqual(asked(200))
    const id = user.prepared as string
    world.advance(661)
    expect((await user.browser.call('DELETE', `${url}${id}`)).status).toBe(200)
  })

  test('a door link of an event is created only after a step-up', async () => {
    const event = {
      name: 'Concert',
      info: 'Come.',
      closing_date: '2099-01-01',
      event_start_date: '2099-01-02',
      event_end_date: '2099-01-02',
      amount_tickets: 10,
      price_per_ticket: 0,
    }
    const user = await open('door-keeper', {
      extensions: ['events'],
      prepare: async (token) => (await world.call('POST', '/events/api/v1/', { token, body: event })).body.id,
    })
    const url = `/events/api/v1/${user.prepared}/door`
    expect(await askStale(user, { method: 'POST', url })).toEqual(asked(201))
  })

  test('vouchers are shown only after a step-up', async () => {
    const link = { title: 'Gifts', min_withdrawable: 1, max_withdrawable: 1, uses: 3, is_unique: true }
    const user = await open('printer', {
      extensions: ['withdraw'],
      prepare: async (token) => (await world.call('POST', '/withdraw/api/v1/', { token, body: link })).body.hash,
    })
    for (const url of [`/withdraw/csv/${user.prepared}`, `/withdraw/print/${user.prepared}`]) {
      expect((await user.call({ method: 'GET', url }, { token: user.token })).status).toBe(401)
      expect((await user.browser.call('GET', url)).status).toBe(401)
    }
    expect(await askStale(user, { method: 'GET', url: `/withdraw/csv/${user.prepared}` })).toEqual(asked(200))
  })

  test('an item that neither spends nor shows a secret needs no step-up', async () => {
    const extensions = ['lnurlp']
    const user = await open('takes-money', { extensions, prepare: async () => undefined })
    const body = { description: 'Tips', min: 1, max: 10 }
    const made = await user.call({ method: 'POST', url: '/lnurlp/api/v1/', body }, { token: user.token })
    expect(made.status).toBe(201)
  })
})

test('items and routes of a package require a step-up like those of a built-in', async () => {
  const source = `routes: { 'POST /api/v1/:id/login': { handle: async () => ({ json: 'a login' }) } }`
  const code = { routes: { 'POST /api/v1/:id/login': route('admin', { grantsAccess: true }) } }
  const permissions = [permission('spend', { to: 'any' })]
  const { world, wallet, make } = await openPackageWorld(source, code, { permissions })
  await activateExtension(world, wallet, 'shop')
  const id = await make()
  const token = await tokenOf(world, wallet)
  world.advance(601)
  const fresh = await tokenOf(world, wallet)
  const calls = [
    ['POST', '/shop/api/v1/', { title: 'Second' }, 201],
    ['PUT', `/shop/api/v1/${id}`, { title: 'Third' }, 200],
    ['POST', `/shop/api/v1/${id}/login`, undefined, 200],
  ] as const
  for (const [method, url, body, status] of calls) {
    const stale = await world.call(method, url, { token, ...(body && { body }) })
    expect([url, stale.status, stale.body.code]).toEqual([url, 401, 'step_up_required'])
    expect((await world.call(method, url, { token: fresh, ...(body && { body }) })).status).toBe(status)
  }
})
