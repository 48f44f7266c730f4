import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { EVENTS } from './events.ts'

const DAYS = { closing_date: '2035-05-01', event_start_date: '2035-05-01', event_end_date: '2035-05-01' }

let world: World
let owner: WorldWallet
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: [EVENTS] })
  owner = await world.openWallet(1000)
  await activateExtension(world, owner, 'events')
})
afterAll(() => world?.close())

async function open(): Promise<{ id: string; ticket: string }> {
  const body = { name: 'Concert', info: '', amount_tickets: 10, price_per_ticket: 0, ...DAYS }
  const { id } = (await world.call('POST', '/events/api/v1/', { key: owner.adminKey, body })).body
  const buyer = { name: 'Ada', email: 'ada@x.example' }
  await world.call('POST', `/events/public/${id}/tickets`, { body: buyer })
  const [ticket] = (await world.call('GET', `/events/api/v1/${id}/tickets`, { key: owner.adminKey })).body
  return { id, ticket: ticket.id }
}
const link = (id: string, key = owner.adminKey) => world.call('POST', `/events/api/v1/${id}/door`, { key })
const admit = (id: string, secret: string, ticket: string) =>
  world.call('POST', `/events/public/${id}/door`, { body: { secret, ticket } })

test('a door link checks in each ticket once, by its code in any case or by its URL, and reports unknown codes', async () => {
  const { id, ticket } = await open()
  const made = await link(id)
  expect(made.status).toBe(201)
  const url = new URL(made.body.door_link)
  // The secret is in no path and no query: no log has it.
  expect([url.pathname, url.search]).toEqual([`/events/p/${id}/door`, ''])
  const secret = url.hash.slice(1)
  expect((await world.call('GET', url.pathname)).body).not.toContain(secret)
  expect(await admit(id, secret, ` ${ticket.toUpperCase()}`)).toMatchObject({
    status: 200,
    body: { outcome: 'welcome', name: 'Ada' },
  })
  const again = await admit(id, secret, `https://pay.example/events/ticket/${ticket}`)
  expect(again.body).toMatchObject({ outcome: 'used', name: 'Ada', registered_at: expect.any(String) })
  const other = await open()
  expect((await admit(id, secret, other.ticket)).body).toEqual({ outcome: 'unknown' })
})

test('of two doors that scan one ticket concurrently, one gets welcome', async () => {
  const { id, ticket } = await open()
  const secret = new URL((await link(id)).body.door_link).hash.slice(1)
  const answers = await Promise.all([admit(id, secret, ticket), admit(id, secret, ticket)])
  expect(new Set(answers.map(({ body }) => body.outcome))).toEqual(new Set(['used', 'welcome']))
})

test('a door link is valid for one event, needs the admin key, and ends with the next one or when it is revoked', async () => {
  const [here, there] = [await open(), await open()]
  expect((await link(here.id, owner.invoiceKey)).status).toBe(403)
  const first = new URL((await link(here.id)).body.door_link).hash.slice(1)
  expect((await admit(there.id, first, there.ticket)).status).toBe(403)
  const second = new URL((await link(here.id)).body.door_link).hash.slice(1)
  expect((await admit(here.id, first, here.ticket)).status).toBe(403)
  await world.call('DELETE', `/events/api/v1/${here.id}/door`, { key: owner.adminKey })
  expect((await admit(here.id, second, here.ticket)).status).toBe(403)
  // The database has it only as a digest.
  const rows = await world.db.list(`SELECT data FROM extension_rows`, [], (row: { data: string }) => row.data)
  expect(JSON.stringify(rows)).not.toContain(second)
})
