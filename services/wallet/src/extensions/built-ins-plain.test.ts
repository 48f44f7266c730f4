import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../test/world/extensions/activate-extension.ts'
import { FORM } from '../../test/world/extensions/send-form.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { BUILT_INS } from './built-ins.ts'

const DAYS = { closing_date: '2035-05-01', event_start_date: '2035-05-01', event_end_date: '2035-05-01' }
const STRANGER_KEY = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d'

/** The offer of an owner, the input of a visitor, and the text after the payment. */
const SALES = [
  {
    extId: 'paywall',
    body: { memo: 'Essay', amount: 2500, url: 'https://files.example/essay' },
    sent: {},
    outcome: /href="https:\/\/files\.example\/essay"/,
  },
  {
    extId: 'events',
    body: { name: 'Concert', info: '', amount_tickets: 5, price_per_ticket: 100, ...DAYS },
    sent: { name: 'Ada', email: 'ada@x.example', quantity: '2' },
    outcome: /Thank you\.[^]*href="\/events\/order\/[\w-]+">?[^]*Show my tickets/,
  },
  {
    extId: 'lnticket',
    body: { name: 'Ask me', description: '', amount: 10, flatrate: true },
    sent: { name: 'Ada', ltext: 'two\r\nlines' },
    outcome: /Your message has been delivered/,
  },
  {
    extId: 'lncalendar',
    body: {
      name: 'Haircut',
      start_day: 0,
      end_day: 6,
      start_time: '00:00',
      end_time: '23:59',
      amount: 500,
    },
    sent: { name: 'Ada' },
    outcome: /the slot is yours/,
  },
  {
    extId: 'nostrnip5',
    body: { domain: 'names.example', currency: 'sat', cost: 1000, max_years: 3 },
    sent: { local_part: 'ada', pubkey: STRANGER_KEY, years: '2' },
    outcome: /Keep this secret[^<]* \w{20,}/,
  },
  {
    extId: 'tpos',
    body: { name: 'Café', currency: 'sat', receipt: true },
    sent: { amount: '21', memo: 'Tea' },
    outcome: /Thank you![^]*href="\/tpos\/p\/[\w-]+\/receipt\/\w{64}"/,
  },
  {
    extId: 'tipjar',
    body: { name: 'Ada' },
    sent: { sats: '21', message: 'For the engine' },
    outcome: /Thank you!/,
  },
  {
    extId: 'invoices',
    body: { currency: 'sat', status: 'open', items: [{ description: 'Work', amount: 100, quantity: 1 }] },
    sent: { amount: '100' },
    outcome: /Paid\. Thank you!/,
  },
] as const

describe('the pages of shops without JavaScript', () => {
  let world: World
  let owner: WorldWallet
  let customer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
    owner = await world.openWallet(1000)
    customer = await world.openWallet(100_000)
    for (const { extId } of SALES) await activateExtension(world, owner, extId)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const open = async (extId: string, body: object): Promise<string> => {
    const made = await world.call('POST', `/${extId}/api/v1/`, { key: owner.adminKey, body })
    expect(made.status).toBe(201)
    return `/${extId}/p/${made.body.id}`
  }
  const read = async (url: string, language = 'en') =>
    world.app.inject({ method: 'GET', url, headers: { accept: 'text/html', 'accept-language': language } })
  /** As a browser does: the form of the page, with its first choice where there is one. */
  async function send(path: string, fields: Readonly<Record<string, string>>, language = 'en') {
    const first = await read(path, language)
    // In a calendar the day is chosen first.
    const [, day] = /href="([^"]+\?day=[^"]+)"/.exec(first.body) ?? []
    const { body } = day === undefined ? first : await read(day, language)
    const [, action = ''] = /<form[^>]* method="post" action="([^"]+)"/.exec(body) ?? []
    const [, slot] = /name="start" value="([^"]+)"/.exec(body) ?? []
    const payload = new URLSearchParams({ ...fields, ...(slot !== undefined && { start: slot }) }).toString()
    const headers = { accept: 'text/html', 'accept-language': language, 'content-type': FORM }
    return world.app.inject({ method: 'POST', url: action, headers, payload })
  }
  const invoicesOf = async (): Promise<number> =>
    (await world.call('GET', '/api/v1/payments?direction=in&limit=100', { key: owner.invoiceKey })).body.length

  test.each(SALES)('$extId: a visitor pays, and reads the outcome', async ({ extId, body, sent, outcome }) => {
    const answer = await send(await open(extId, body), sent)
    expect(answer.statusCode).toBe(303)
    const url = String(answer.headers.location)
    const waiting = await read(url)
    expect(waiting.statusCode).toBe(200)
    expect(waiting.body).toMatch(/<noscript><meta http-equiv="refresh" content="15">/)
    expect(waiting.body).toMatch(/data-status="pending"[^]*<svg[^]*I have paid/)
    expect(waiting.body).toMatch(/data-part="verdict" hidden>/)
    const before = await invoicesOf()
    const [, bolt11 = ''] = /href="lightning:(lnbc\w+)"/.exec((await read(url)).body) ?? []
    expect(await world.send(customer, bolt11)).toMatchObject({ status: 201 })
    await world.tick()
    const paid = await read(url)
    const shown = paid.statusCode === 303 ? await read(String(paid.headers.location)) : paid
    // The visible text, without the text for the script.
    expect(shown.body.replaceAll(/ data-\w+="[^"]*"/g, '')).toMatch(outcome)
    expect(shown.body).not.toContain('data-part="verdict" hidden')
    expect(shown.body).not.toContain('http-equiv="refresh"')
    // Opening it again has made no other invoice.
    expect(await invoicesOf()).toBe(before)
  })

  test('what is wrong is said by the label of its field, in the language of the visitor, with a way back', async () => {
    const path = await open('tipjar', { name: 'Ada', min_amount: 10 })
    for (const [sats, language, words] of [
      ['9', 'en', 'Amount: At least 10 sat.'],
      ['x', 'de', 'Betrag: '],
    ] as const) {
      const { statusCode, body } = await send(path, { sats }, language)
      expect([statusCode, body.includes(words), body.includes(`href="${path}"`)]).toEqual([422, true, true])
    }
  })

  test('a page without a payment shows its outcome, too, and a forged URL is not found', async () => {
    const path = await open('events', { name: 'Free', info: '', amount_tickets: 5, price_per_ticket: 0, ...DAYS })
    const answer = await send(path, { name: 'Ada', email: 'ada@x.example' })
    const { body } = await read(String(answer.headers.location))
    expect(body).toMatch(/href="\/events\/order\/\w+/)
    const real = String(answer.headers.location)
    for (const url of ['/pages/outcome/abc', `${real.slice(0, -24)}AAAA${real.slice(-20)}`])
      expect((await read(url)).statusCode).toBe(404)
    const forged = {
      method: 'POST',
      url: '/pages/form/abc',
      headers: { 'content-type': FORM },
      payload: 'a=1',
    } as const
    expect((await world.app.inject(forged)).statusCode).toBe(404)
  })
})
