import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../services/wallet/test/world/accounts/verify-email.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNTICKET } from './lnticket.ts'
import { countWords } from './messages.ts'

const GOOD = { name: 'Ask me', description: 'I answer within a day.', amount: 2 }
const LETTER = { name: 'Ada <b>', email: 'ada@example.com', ltext: 'three short words' }

extensionContract(LNTICKET, {
  create: (n) => ({ ...GOOD, name: `Ask ${n}` }),
  missing: 'amount',
  patch: { name: 'Ask us', flatrate: true },
  async settle(world, owner, item) {
    const { body } = await world.call('POST', `/lnticket/public/${String(item['id'])}/tickets`, { body: LETTER })
    await world.send(owner, body.payment_request)
  },
})

test.each([
  ['one', 1],
  ['one two', 2],
  ['  one \n\n two\tthree\r\n', 3],
  ['Grüße aus Köln', 3],
  ['日本語　テキスト', 2],
  ['a\u00A0b\u2003c', 3],
  ['👩‍👩‍👧 ok', 2],
  [' \n ', 1],
  ['dash-ed, word.', 2],
])('%j is %i words', (text, words) => expect(countWords(text)).toBe(words))

describe.each(LOGIC_DIALECTS)('paid contact forms, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [LNTICKET] })
    owner = await world.openWallet()
    payer = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'lnticket')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object) =>
    world.call('POST', '/lnticket/api/v1/', { key: owner.adminKey, body: { ...GOOD, ...body } })
  const make = async (body: object = {}) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const see = async (id: string) => (await world.call('GET', `/lnticket/api/v1/${id}`, { key: owner.invoiceKey })).body
  const send = (id: string, body: object = {}) =>
    world.call('POST', `/lnticket/public/${id}/tickets`, { body: { ...LETTER, ...body } })
  const pay = async (bolt11: string) => {
    expect(await world.send(payer, bolt11)).toMatchObject({ status: 201 })
    await world.tick()
  }
  const ticketsOf = async (id: string) =>
    (await world.call('GET', `/lnticket/api/v1/${id}/tickets`, { key: owner.adminKey })).body
  const texts = (sql: string) => world.db.list(sql, [], (row: { text: string }) => row.text)
  const webhooksOf = async (id: string) =>
    (await texts('SELECT body AS text FROM deliveries')).filter((body) => body.includes(id))
  const mailsOf = async (name: string) =>
    (await texts(`SELECT payload AS text FROM extension_jobs WHERE kind = 'mail'`)).filter((mail) =>
      mail.includes(name),
    )
  const rowsWith = async (text: string) =>
    (await texts('SELECT data AS text FROM extension_rows')).filter((data) => data.includes(text))

  test('a message is paid by the word and delivered once: list, totals, webhook and mail', async () => {
    await verifyEmail(world, owner, 'me@example.com')
    const form = await make({ webhook_url: 'http://127.0.0.1:9999/x', notify_email: 'me@example.com', name: 'Ask Bob' })
    const sent = await send(form.id, { ltext: 'what is the time?\n\nThanks  a lot' })
    expect(sent).toMatchObject({ status: 201, body: { sats: 14 } })
    const { payment_hash: hash, payment_request: bolt11 } = sent.body
    const state = `/lnticket/public/${form.id}/tickets/${hash}`
    expect((await world.call('GET', state)).body).toEqual({ paid: false })
    expect(await ticketsOf(form.id)).toEqual([])
    expect(await see(form.id)).toMatchObject({ amountmade: 0, ticket_count: 0 })
    expect([...(await webhooksOf(form.id)), ...(await mailsOf('Ask Bob'))]).toEqual([])

    await pay(bolt11)
    await world.restart()
    await world.tick()
    expect((await world.call('GET', state)).body).toEqual({ paid: true })
    const ticket = { name: LETTER.name, email: LETTER.email, sats: 14, paid: true, handled: false }
    expect(await ticketsOf(form.id)).toMatchObject([{ ...ticket, ltext: 'what is the time?\n\nThanks  a lot' }])
    expect(await see(form.id)).toMatchObject({ amountmade: 14, ticket_count: 1 })
    const [webhook, ...more] = await webhooksOf(form.id)
    expect(more).toEqual([])
    expect(JSON.parse(webhook ?? '')).toMatchObject({ item: form.id, payment_hash: hash, sats: 14, name: LETTER.name })
    const [mail, ...others] = await mailsOf('Ask Bob')
    expect(others).toEqual([])
    expect(JSON.parse(mail ?? '')).toMatchObject({
      to: 'me@example.com',
      text: expect.stringMatching(/^A message for 14 sat\nForm: Ask Bob\nFrom: .+\n\n[^]*the time\?/),
    })
  })

  test('the service computes the price from the text and ignores a price of the visitor', async () => {
    const form = await make()
    expect((await send(form.id, { sats: 1, amount: 1, words: 1 })).body.sats).toBe(6)
    const flat = await make({ flatrate: true, amount: 50 })
    expect((await send(flat.id)).body.sats).toBe(50)
    const quote = (id: string, ltext: string, language = 'en') =>
      world.call('POST', `/lnticket/public/${id}/quote`, {
        body: { ...LETTER, email: 'half@', ltext },
        headers: { 'accept-language': language },
      })
    expect((await quote(form.id, 'a b c d')).body).toEqual({ text: '8 sat' })
    expect((await quote(flat.id, 'a b c d')).body).toEqual({ text: '50 sat' })
    const dear = await make({ amount: 1250 })
    expect((await quote(dear.id, 'a b', 'es-MX')).body).toEqual({ text: '2500 sat' })
    expect((await quote(dear.id, 'a b', 'de')).body).toEqual({ text: '2.500 sat' })
    const short = await make({ max_words: 3 })
    expect((await quote(short.id, 'a b c d')).body).toEqual({ text: 'At most 3 words; there are 4.' })
    const headers = { 'accept-language': 'de' }
    const body = { ...LETTER, ltext: 'a b c d' }
    const refused = await world.call('POST', `/lnticket/public/${short.id}/tickets`, { body, headers })
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ loc: ['body', 'ltext'], msg: 'Das sind 4 Wörter; höchstens 3 sind erlaubt.' }],
    ])
  })

  test('two concurrent messages are both delivered', async () => {
    const form = await make()
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(form.id)))
    for (const { body } of sent) await world.send(payer, body.payment_request)
    await world.tick()
    expect(await see(form.id)).toMatchObject({ amountmade: 30, ticket_count: 5 })
  })

  test('the longest text is delivered, with a webhook', async () => {
    const form = await make({ flatrate: true, webhook_url: 'http://127.0.0.1:9999/x' })
    const ltext = '語'.repeat(5000)
    await pay((await send(form.id, { ltext })).body.payment_request)
    expect(await ticketsOf(form.id)).toMatchObject([{ ltext }])
    expect(await webhooksOf(form.id)).toHaveLength(1)
  })

  test.each([
    ['ltext', { ltext: 'x'.repeat(5001) }],
    ['ltext', { ltext: '' }],
    ['ltext', { ltext: 'w '.repeat(501) }],
    ['name', { name: 'x'.repeat(65) }],
    ['name', { name: undefined }],
    ['email', { email: 'a@b\r\nBcc: c@d' }],
    ['email', { email: 'no-address' }],
  ])('a visitor’s wrong %s is 422 and named', async (field, body) => {
    const form = await make()
    const answer = await send(form.id, body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('a name cannot inject headers into the email', async () => {
    await verifyEmail(world, owner, 'me@example.com')
    const form = await make({ notify_email: 'me@example.com', name: 'Headers' })
    await pay((await send(form.id, { name: 'Eve\r\nBcc: all@example.com' })).body.payment_request)
    const [mail] = await mailsOf('Headers')
    const { to, subject } = JSON.parse(mail ?? '') as { to: string; subject: string }
    expect(to + subject).not.toMatch(/[\r\n]/)
  })

  test('an unpaid message is deleted after a day; a paid message that is not delivered yet is kept', async () => {
    const form = await make()
    await send(form.id, { ltext: 'forget me' })
    const paid = await send(form.id, { ltext: 'keep me' })
    world.advance(3000)
    expect(await world.send(payer, paid.body.payment_request)).toMatchObject({ status: 201 })
    world.advance(80_000)
    expect(await rowsWith('forget me')).toHaveLength(1)
    world.advance(7000)
    await world.tick()
    expect(await rowsWith('forget me')).toEqual([])
    expect(await ticketsOf(form.id)).toMatchObject([{ ltext: 'keep me' }])
  })

  test('the owner marks and deletes messages; other accounts cannot read them', async () => {
    const form = await make()
    const { body } = await send(form.id)
    await pay(body.payment_request)
    const path = `/lnticket/api/v1/${form.id}/tickets`
    const [{ id }] = await ticketsOf(form.id)
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'lnticket')
    const other = await make()
    const asked = [
      ['GET', path, undefined],
      ['PUT', `${path}/${id}`, { handled: true }],
      ['DELETE', `${path}/${id}`, undefined],
    ] as const
    for (const [method, url, change] of asked) {
      const ask = (key?: string, at = url) => world.call(method, at, { key, body: change })
      expect((await ask()).status).toBe(401)
      expect((await ask(owner.invoiceKey)).status).toBe(403)
      expect((await ask(stranger.adminKey)).status).toBe(404)
      if (url !== path) expect((await ask(owner.adminKey, url.replace(form.id, other.id))).status).toBe(404)
    }
    const put = (change: object) => world.call('PUT', `${path}/${id}`, { key: owner.adminKey, body: change })
    expect((await put({})).status).toBe(422)
    expect((await put({ handled: true })).body).toMatchObject({ id, handled: true })
    expect((await world.call('GET', `/lnticket/public/${form.id}/tickets/${body.payment_hash}`)).body).toEqual({
      paid: true,
    })
    expect((await world.call('GET', `/lnticket/public/${other.id}/tickets/${body.payment_hash}`)).status).toBe(404)
    expect((await world.call('DELETE', `${path}/${id}`, { key: owner.adminKey })).status).toBe(200)
    expect(await ticketsOf(form.id)).toEqual([])
    expect(await see(form.id)).toMatchObject({ amountmade: 6, ticket_count: 1 })
  })

  test('the page has the form, and never messages of others', async () => {
    const form = await make({ name: 'Ask <i>me' })
    await pay((await send(form.id)).body.payment_request)
    const page = String((await world.call('GET', `/lnticket/p/${form.id}`)).body)
    expect(page).toContain('2 sat for each word')
    for (const text of ['<i>me', LETTER.ltext, LETTER.email]) expect(page).not.toContain(text)
    const seen = await world.call('GET', `/lnticket/public/${form.id}`)
    expect(Object.keys(seen.body).toSorted()).toEqual(['amount', 'description', 'flatrate', 'id', 'max_words', 'name'])
    for (const none of ['p/none', 'public/none', `public/${form.id}/tickets/none`]) {
      expect((await world.call('GET', `/lnticket/${none}`)).status).toBe(404)
    }
    expect((await send('none')).status).toBe(404)
  })

  test.each([
    ['amount', { amount: 0 }],
    ['max_words', { max_words: 0 }],
    ['notify_email', { notify_email: 'me' }],
    ['name', { name: 'x'.repeat(65) }],
    ['description', { description: 'x'.repeat(501) }],
  ])('an owner’s wrong %s is 422 and named', async (field, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })
})
