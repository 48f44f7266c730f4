import { randomInt } from 'node:crypto'
import { ZPUB } from '@satchel/extensions/watchonly/world/sample-keys'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../../src/extensions/built-ins.ts'
import { tokenOf } from '../../world/token-of.ts'
import { writeDirectly } from '../../world/write-directly.ts'
import { ask } from './money-steps.ts'
import { type AppVisits, DESK, openAppVisits, PHONE } from './open-app-visits.ts'
import { go, picture } from './page-steps.ts'
import { TURNING, turnedRuns } from './turned-runs.ts'

let app: AppVisits

beforeAll(async () => {
  const env = { SERVICE_FIXED_RATES: '{"EUR":50000}', SERVICE_DOMAINS: 'pay.example' }
  app = await openAppVisits(env, { builtIns: BUILT_INS })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const DAY = '2035-05-01'

interface Around {
  /** Another wallet of the person. */
  readonly elsewhere: string
  /** 14 digits, different in each case. */
  readonly number: string
}

interface Thing {
  readonly body: object | ((around: Around) => object)
  /** The field in the address of its public page. */
  readonly page?: string
}

/** Each with a foreign text wherever it takes one. */
const THINGS: Readonly<Record<string, Thing>> = {
  tpos: {
    body: {
      name: TURNING,
      currency: 'EUR',
      tip_options: [5],
      tax_default: 19,
      business_name: TURNING,
      business_address: TURNING,
      items: [{ title: TURNING, price: 4.2, categories: [TURNING], description: TURNING }],
    },
    page: 'id',
  },
  events: {
    body: {
      name: TURNING,
      info: TURNING,
      amount_tickets: 80,
      price_per_ticket: 0,
      currency: 'EUR',
      closing_date: DAY,
      event_start_date: DAY,
      event_end_date: DAY,
    },
    page: 'id',
  },
  invoices: {
    body: {
      number: TURNING,
      currency: 'EUR',
      status: 'open',
      company_name: TURNING,
      address: TURNING,
      notes: TURNING,
      tax_percent: 19,
      items: [{ description: TURNING, amount: 120, quantity: 1 }],
    },
    page: 'id',
  },
  tipjar: { body: { name: TURNING, description: TURNING, suggested: [1000] }, page: 'id' },
  lnticket: { body: { name: TURNING, description: TURNING, amount: 2 }, page: 'id' },
  paywall: { body: { memo: TURNING, description: TURNING, amount: 21, url: 'https://shop.example/x' }, page: 'id' },
  satspay: { body: { description: TURNING, amount: 21 }, page: 'id' },
  offlineshop: { body: { name: TURNING, price: 21 }, page: 'id' },
  withdraw: { body: { title: TURNING, min_withdrawable: 10, max_withdrawable: 20, uses: 2 }, page: 'hash' },
  lnurlp: { body: { description: TURNING, min: 10, max: 5000 }, page: 'id' },
  lncalendar: {
    body: { name: TURNING, start_day: 0, end_day: 6, start_time: '09:00', end_time: '17:00', amount: 100 },
    page: 'id',
  },
  copilot: { body: { title: TURNING } },
  fossa: { body: { title: TURNING, currency: 'EUR', daily_limit: 10_000 } },
  lndhub: { body: { label: TURNING, mode: 'invoice' } },
  bitcoinswitch: { body: { title: TURNING, switches: [{ pin: 3, amount: 100, duration: 1000, label: TURNING }] } },
  boltcards: { body: ({ number }) => ({ card_name: TURNING, uid: number, tx_limit: 100, daily_limit: 500 }) },
  nostrnip5: { body: ({ number }) => ({ domain: `names${number}.example`, cost: 1000 }), page: 'id' },
  nwcprovider: { body: { description: TURNING, permissions: ['balance'] } },
  scheduler: { body: { name: TURNING, cron: '0 9 * * 1', action: 'invoice', amount: 10, memo: TURNING } },
  scrub: { body: ({ elsewhere }) => ({ description: TURNING, payoraddress: elsewhere, enabled: false }) },
  splitpayments: { body: ({ elsewhere }) => ({ target: elsewhere, alias: TURNING, percent: 5, enabled: false }) },
  watchonly: { body: { title: TURNING, masterpub: ZPUB } },
}

test('every app takes a foreign text', () => {
  expect(Object.keys(THINGS).sort()).toEqual(BUILT_INS.map(({ manifest }) => manifest.id).sort())
})

interface Place {
  readonly app: readonly string[]
  readonly pages: readonly string[]
}

/** A user who sees texts of strangers everywhere, and the pages that show them. */
async function openAround(page: Page): Promise<Place> {
  const { id: userId } = await ask(page, 'GET', '/api/v1/auth')
  await writeDirectly(app.world, `UPDATE users SET role = 'super-user' WHERE id = '${userId}'`)
  const wallet = await ask(page, 'POST', '/api/v1/wallet', { name: TURNING })
  const query = `?wallet_id=${wallet.id}`
  await ask(page, 'POST', `/api/v1/wallet/play-balance${query}`, { amount: 10_000 })
  const contact = await ask(page, 'POST', '/api/v1/contacts', {
    name: TURNING,
    target: 'ann@pay.example',
    note: TURNING,
  })
  const payment = await ask(page, 'POST', `/api/v1/payments${query}`, { out: false, amount: 1250, memo: TURNING })
  const id = payment.checking_id
  await ask(page, 'PUT', `/api/v1/payments/${id}/note${query}`, { note: TURNING, labels: [TURNING] })
  await app.world.send(await app.world.openWallet(2000), payment.bolt11)
  await ask(page, 'POST', `/api/v1/payments${query}`, { out: false, amount: 1250, memo: TURNING })
  const acl = await ask(page, 'POST', '/api/v1/auth/acls', {
    name: TURNING,
    allowed_endpoints: ['GET /api/v1/wallets'],
  })
  await ask(page, 'POST', `/api/v1/auth/acls/${acl.id}/tokens`, { name: TURNING })
  await openPeople(page, query)
  const things = await Promise.all(Object.entries(THINGS).map((thing) => openThing(page, query, thing)))
  return {
    app: [
      '/',
      '/activity',
      `/activity/${id}`,
      '/wallets',
      `/wallets/${wallet.id}`,
      '/contacts',
      '/receive',
      '/send',
      '/connections',
      `/connections/${acl.id}`,
      `/contacts/${contact.id}`,
      '/admin/audit',
      '/admin/links',
      '/wallets/people',
      `/wallets/${wallet.id}/people`,
      CONSENT,
      '/apps',
      '/more',
      ...things.flatMap((thing) => thing.app),
    ],
    pages: things.flatMap((thing) => thing.pages),
  }
}

/** A program asks for consent; names like these are refused, so that its page has those of the wallets alone. */
const CONSENT = `/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'Till',
  redirect_uri: 'http://127.0.0.1:1/connected',
  scope: 'pay receive',
  state: 'x',
  code_challenge: 'A'.repeat(43),
  code_challenge_method: 'S256',
}).toString()}`

/** A guest of the wallet, an invitation of a stranger to a wallet, and one to open an account. */
async function openPeople(page: Page, query: string): Promise<void> {
  const { username } = await ask(page, 'GET', '/api/v1/auth')
  const stranger = await app.world.openWallet()
  const token = await tokenOf(app.world, stranger)
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    app.world.call(method, path, { token, ...(body !== undefined && { body }) })
  const { id } = (await call('POST', '/api/v1/wallet', { name: TURNING })).body
  const permissions = ['view-payments']
  await call('PUT', `/api/v1/wallet/share/invite?wallet_id=${id}`, { username, permissions })
  const guest = (await call('GET', '/api/v1/auth')).body
  await ask(page, 'PUT', `/api/v1/wallet/share/invite${query}`, { username: guest.username, permissions })
  await ask(page, 'POST', '/users/api/v1/invitations', { note: TURNING })
}

async function openThing(page: Page, query: string, [ext, { body, page: field }]: [string, Thing]) {
  await ask(page, 'POST', `/api/v1/extension${query}`, { ext_id: ext })
  const { id: elsewhere } = await ask(page, 'POST', '/api/v1/wallet', { name: TURNING })
  const number = String(randomInt(10 ** 13, 10 ** 14))
  const filled = typeof body === 'function' ? body({ elsewhere, number }) : body
  const item = await ask(page, 'POST', `/${ext}/api/v1/${query}`, filled)
  const rows = await VISITS[ext]?.(page, item.id)
  return {
    app: [`/apps/${ext}`, `/apps/${ext}/${item.id}`, `/apps/${ext}/${item.id}/edit`],
    pages: field === undefined ? [] : [`/${ext}/p/${item[field]}`, ...(rows ?? [])],
  }
}

/** Submits texts as a visitor; returns the paths of pages that show them again. */
const VISITS: Readonly<Record<string, (page: Page, id: string) => Promise<string[]>>> = {
  async tipjar(page, id) {
    const tip = await ask(page, 'POST', `/tipjar/public/${id}/tips`, { sats: 1250, name: TURNING, message: TURNING })
    await app.world.send(await app.world.openWallet(2000), tip.payment_request)
    return [`/tipjar/p/${id}/${tip.payment_hash}`]
  },
  async lnticket(page, id) {
    const body = { name: TURNING, ltext: TURNING }
    const { payment_request: bolt11 } = await ask(page, 'POST', `/lnticket/public/${id}/tickets`, body)
    await app.world.send(await app.world.openWallet(2000), bolt11)
    return []
  },
  async events(page, id) {
    await ask(page, 'POST', `/events/public/${id}/tickets`, { name: TURNING, email: 'ada@shop.example', quantity: 1 })
    return []
  },
  async tpos(page, id) {
    const sale = await ask(page, 'POST', `/tpos/public/${id}/invoices`, { lines: [{ title: TURNING, quantity: 2 }] })
    await app.world.send(await app.world.openWallet(2_000_000), sale.payment_request)
    return [`/tpos/p/${id}/receipt/${sale.payment_hash}`]
  },
}

const VARIANTS = [
  { locale: 'en', options: PHONE },
  { locale: 'de', options: DESK },
  { locale: 'ar', options: PHONE },
]

const UNTIL_DRAWN = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const isDrawn = () => document.querySelector('h1') !== null && document.querySelector('.skeleton') === null
  for (let frames = 0; frames < 3 || (frames < 300 && !isDrawn()); frames += 1) await frame()
})()`

/** Some forty places and twelve pages. */
const ALL_PLACES_MS = 120_000

test.each(VARIANTS)(
  'what strangers write turns neither an amount nor a word around it, in $locale',
  async ({ locale, options }) => {
    const page = await app.visitAs(`shop-${locale}`, '/', { ...options, locale })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const places = await openAround(page)
    await app.world.tick()
    await page.reload()
    const found: unknown[] = []
    let shown = 0
    const visit = async (path: string): Promise<void> => {
      await page.evaluate(UNTIL_DRAWN)
      if ((await page.evaluate("document.body.innerText.includes('qxa')")) === true) shown += 1
      for (const run of await turnedRuns(page)) found.push([path, run])
      await picture(page, `foreign-${locale}-${path.replaceAll('/', '_').slice(0, 60)}`)
    }
    for (const path of places.app) {
      await go(page, path)
      await visit(path)
    }
    for (const path of places.pages) {
      await page.goto(`${app.url}${path}`)
      await visit(path)
    }
    expect(found).toEqual([])
    expect(shown).toBeGreaterThan((places.app.length + places.pages.length) / 2)
  },
  ALL_PLACES_MS,
)
