import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld, type World } from '../../../../test/world/open-world.ts'
import { BUILT_INS } from '../../built-ins.ts'

const CROWD = 200
/** Each polls for a minute: every 2 seconds. */
const POLLS = 30

let world: World
let jar: string

beforeAll(async () => {
  world = await openWorld({
    dialect: 'sqlite',
    builtIns: BUILT_INS.filter(({ manifest }) => manifest.id === 'tipjar'),
    // No visitor pays while the test runs.
    env: {
      SERVICE_RATE_LIMIT_NO: String(CROWD),
      SERVICE_VISITOR_UNPAID: String(CROWD),
      SERVICE_VISITOR_UNPAID_PER_ITEM: String(CROWD),
    },
  })
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'tipjar')
  const made = await world.call('POST', '/tipjar/api/v1/', { key: owner.adminKey, body: { name: 'Hall' } })
  jar = String(made.body.id)
})
afterAll(() => world.close())

/** All visitors of the hall have this address. */
const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  world.app.inject({ method, url, remoteAddress: '198.51.100.7', ...(payload !== undefined && { payload }) })

/** The requests of a browser for the page. */
function filesOf(markup: string): string[] {
  const addresses = [...markup.matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g)].map(([, found = '']) => found)
  return [...new Set(addresses)].map((address) => address.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, ''))
}

test('two hundred first-time visitors behind one address get page, files, QR code and the state of their invoice', async () => {
  const statuses = new Map<string, number>()
  const count = (what: string, status: number) =>
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1)
  for (let visitor = 0; visitor < CROWD; visitor += 1) {
    const page = await ask('GET', `/tipjar/p/${jar}`)
    count('page', page.statusCode)
    const files = filesOf(page.body)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) count('file', (await ask('GET', file)).statusCode)
    // Two invoices an address and item are made in each minute; the limit of all requests sees no pause.
    if (visitor % 2 === 0) world.advance(60)
    const tip = await ask('POST', `/tipjar/public/${jar}/tips`, { sats: 100 })
    count('invoice', tip.statusCode)
    const { payment_hash: hash, payment_request: request } = tip.json() as Record<string, string>
    count('code', (await ask('GET', `/static/qr.svg?data=${request}`)).statusCode)
    for (let poll = 0; poll < POLLS; poll += 1) count('state', (await ask('GET', `/tipjar/state/${hash}`)).statusCode)
  }
  const files = statuses.get('file 200') ?? 0
  expect(Object.fromEntries(statuses)).toEqual({
    'page 200': CROWD,
    'file 200': files,
    'invoice 201': CROWD,
    'code 200': CROWD,
    'state 200': CROWD * POLLS,
  })
  expect(files % CROWD).toBe(0)
  // Expensive routes are limited as before.
  expect((await ask('POST', `/tipjar/public/${jar}/tips`, { sats: 100 })).statusCode).toBe(429)
  expect((await ask('GET', '/api/v1/wallet')).statusCode).toBe(429)
  expect((await ask('GET', `/tipjar/p/${jar}`)).statusCode).toBe(200)
}, 120_000)
