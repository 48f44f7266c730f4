import { readInvoice } from '@satchel/bolt11/read-invoice'
import { expect, test } from 'vitest'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const open = (env: Readonly<Record<string, string>> = {}) => openNwcWorld(NWCPROVIDER, 'sqlite', { env, running: true })
const ALL = { permissions: ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'], unlimited: true }
const HOUR = { budget_msats: 20_000_000, refresh_window: 3600 }

const BAD_REQUESTS: readonly (readonly [what: string, method: string, params: object, code: string])[] = [
  ['an unknown method', 'make_coffee', {}, 'NOT_IMPLEMENTED'],
  ['keysend', 'pay_keysend', { amount: 1000, pubkey: 'a' }, 'NOT_IMPLEMENTED'],
  ['what is no invoice', 'pay_invoice', { invoice: 'lnbc1' }, 'OTHER'],
  ['no invoice at all', 'pay_invoice', {}, 'OTHER'],
  ['an empty list of payments', 'multi_pay_invoice', { invoices: [] }, 'OTHER'],
  ['an amount that is none', 'make_invoice', { amount: -1 }, 'OTHER'],
  ['an amount in a string', 'make_invoice', { amount: '1000' }, 'OTHER'],
  ['no amount', 'make_invoice', {}, 'OTHER'],
  ['an expiry beyond a year', 'make_invoice', { amount: 1000, expiry: 1e9 }, 'OTHER'],
  ['a hash that is none', 'make_invoice', { amount: 1000, description_hash: 'x' }, 'OTHER'],
  ['metadata that is too long', 'make_invoice', { amount: 1000, metadata: { a: 'x'.repeat(5000) } }, 'OTHER'],
  ['an amount that is too large', 'make_invoice', { amount: 9e15 }, 'OTHER'],
  ['a payment that is not there', 'lookup_invoice', { payment_hash: 'a'.repeat(64) }, 'NOT_FOUND'],
  ['neither hash nor invoice', 'lookup_invoice', {}, 'OTHER'],
  ['a direction that is none', 'list_transactions', { type: 'sideways' }, 'OTHER'],
]

const OF_PERMISSION = {
  pay_invoice: 'pay',
  multi_pay_invoice: 'pay',
  get_budget: 'pay',
  make_invoice: 'invoice',
  lookup_invoice: 'lookup',
  list_transactions: 'history',
  get_balance: 'balance',
  get_info: 'info',
}

test('an invalid request is answered with its error', async () => {
  const { connect } = await open()
  const app = await connect(ALL)
  for (const [what, method, params, code] of BAD_REQUESTS) {
    const answer = await app.ask(method, params)
    expect(answer, what).toMatchObject({ result_type: method, result: null, error: { code } })
    expect(answer.error.message, what).toMatch(/^\S.+\.$/)
  }
})

test('each method needs its permission and no other', async () => {
  const { connect } = await open()
  for (const permission of ALL.permissions) {
    const app = await connect({ ...ALL, permissions: ALL.permissions.filter((one) => one !== permission) })
    for (const [method, needed] of Object.entries(OF_PERMISSION)) {
      const { error } = await app.ask(method, { limit: 1 })
      expect(error?.code === 'RESTRICTED', `${method} without ${permission}`).toBe(needed === permission)
    }
  }
})

test('apps that know only NIP-04 are served, and an unknown encryption is named in the error', async () => {
  const { connect } = await open()
  const app = await connect(ALL)
  expect(await app.ask('get_balance', {}, { encryption: 'nip04' })).toMatchObject({ result: { balance: 100_000_000 } })
  const unknown = { encryption: 'rot13', content: 'trg_onynapr' }
  expect(await app.ask('get_balance', {}, unknown)).toMatchObject({ error: { code: 'UNSUPPORTED_ENCRYPTION' } })
  expect(await app.ask('get_balance', {}, { content: 'nonsense' })).toMatchObject({ error: { code: 'OTHER' } })
})

test('an event received over two relays, and repeated later, is one payment and one answer', async () => {
  const { world, relays, owner, connect } = await open()
  const app = await connect(ALL)
  const { bolt11 } = await world.foreignInvoice(1_000_000)
  const event = app.request('pay_invoice', { invoice: bolt11 })
  await app.sendTo(event, relays)
  const [{ result }] = await app.answered(event)
  await app.sendTo(event, relays)
  await world.tick()
  expect(app.answersTo(event)).toHaveLength(1)
  expect(relays.map(({ received }) => received.filter(({ kind }) => kind === 23195).length)).toEqual([1, 1])
  expect(await world.balanceMsat(owner)).toBe(100_000_000 - 1_000_000 - result.fees_paid)
})

test('an invoice is paid in every notation, and a text with two is refused and costs nothing', async () => {
  const { world, owner, connect } = await open()
  const app = await connect(ALL)
  const WRITE: readonly ((bolt11: string) => string)[] = [
    (bolt11) => ` ${bolt11}\u00a0\n`,
    (bolt11) => `LIGHTNING://${bolt11.toUpperCase()}`,
    (bolt11) => `bitcoin:?lightning=${bolt11}`,
    (bolt11) => `Pay ${bolt11.slice(0, 60)}\n${bolt11.slice(60)} please`,
  ]
  for (const write of WRITE) {
    const { bolt11, hash, preimage } = await world.foreignInvoice(1_000_000)
    expect(await app.ask('pay_invoice', { invoice: write(bolt11) })).toMatchObject({ result: { preimage } })
    const found = await app.ask('lookup_invoice', { invoice: write(bolt11) })
    expect(found).toMatchObject({ result: { payment_hash: hash } })
    expect(await app.ask('lookup_invoice', { payment_hash: hash.toUpperCase() })).toMatchObject(found)
  }
  const before = await world.balanceMsat(owner)
  const [one, other] = [await world.foreignInvoice(1000), await world.foreignInvoice(1000)]
  const refused = await app.ask('pay_invoice', { invoice: `${one.bolt11} ${other.bolt11}` })
  expect(refused).toMatchObject({ result: null, error: { code: 'OTHER' } })
  expect(refused.error.message).toMatch(/^invoice: The text has different things that can be paid/)
  expect(await world.balanceMsat(owner)).toBe(before)
  const link = `bitcoin:?amount=0.00000007&lightning=${(await world.foreignInvoice(undefined as never)).bolt11}`
  const differs = await app.ask('pay_invoice', { invoice: link, amount: 8000 })
  expect(differs).toMatchObject({ error: { message: 'amount: the invoice is for another one.' } })
  const { result } = await app.ask('pay_invoice', { invoice: link })
  expect(before - (await world.balanceMsat(owner))).toBe(7000 + result.fees_paid)
})

test('an invoice that is paid already, or that fails, is answered as failed and costs nothing of the budget', async () => {
  const { world, connect, see } = await open()
  const app = await connect({ permissions: ['pay'], budgets: [HOUR] })
  const { bolt11, preimage } = await world.foreignInvoice(1_000_000)
  expect(await app.ask('pay_invoice', { invoice: bolt11 })).toMatchObject({ result: { preimage } })
  const { used_msats: used } = (await see(app.id)).budgets[0]
  expect(used).toBeGreaterThanOrEqual(1_000_000)
  expect(await app.ask('pay_invoice', { invoice: bolt11 })).toMatchObject({ error: { code: 'PAYMENT_FAILED' } })
  const failing = await world.foreignInvoice(1_000_000)
  await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
  expect(await app.ask('pay_invoice', { invoice: failing.bolt11 })).toMatchObject({ error: { code: 'PAYMENT_FAILED' } })
  expect((await see(app.id)).budgets[0].used_msats).toBe(used)
})

test('an invoice of this service reserves no fee in the budget: 100 sat pay 100, and nothing is left for others', async () => {
  const { world, connect, see } = await open()
  const payee = await world.openWallet()
  const app = await connect({ permissions: ['pay'], budgets: [{ budget_msats: 100_000, refresh_window: 3600 }] })
  const { payment_request: invoice } = await world.invoice(payee, 100)
  expect(await app.ask('pay_invoice', { invoice })).toMatchObject({ result: { fees_paid: 0 } })
  expect(await world.balanceMsat(payee)).toBe(100_000)
  expect((await see(app.id)).budgets[0].used_msats).toBe(100_000)
  const { bolt11 } = await world.foreignInvoice(1000)
  expect(await app.ask('pay_invoice', { invoice: bolt11 })).toMatchObject({ error: { code: 'QUOTA_EXCEEDED' } })
})

test('a description that was shortened for the invoice is answered as in the invoice', async () => {
  const { connect } = await open()
  const app = await connect(ALL)
  for (const [description, kept] of [
    ['Coffee', 'Coffee'],
    ['ä'.repeat(400), 'ä'.repeat(319)],
    ['x'.repeat(4096), 'x'.repeat(639)],
  ]) {
    const { result } = await app.ask('make_invoice', { amount: 1000, description })
    expect([result.description, readInvoice(result.invoice).description]).toEqual([kept, kept])
    expect(await app.ask('lookup_invoice', { invoice: result.invoice })).toMatchObject({
      result: { description: kept },
    })
  }
})

test('an empty wallet and a used-up budget have different errors', async () => {
  const { world, connect } = await open()
  const rich = await connect(ALL)
  const much = await world.foreignInvoice(100_000_001)
  const all = await world.foreignInvoice(100_000_000)
  expect(await rich.ask('pay_invoice', { invoice: much.bolt11 })).toMatchObject({
    error: { code: 'INSUFFICIENT_BALANCE' },
  })
  expect(await rich.ask('pay_invoice', { invoice: all.bolt11 })).toMatchObject({
    error: { code: 'INSUFFICIENT_BALANCE' },
  })
  const poor = await connect({ ...ALL, unlimited: false, budgets: [HOUR, { budget_msats: 1500, refresh_window: 0 }] })
  const little = await world.foreignInvoice(1000)
  expect(await poor.ask('pay_invoice', { invoice: little.bolt11 })).toMatchObject({ error: { code: 'QUOTA_EXCEEDED' } })
  expect(await poor.ask('get_balance')).toMatchObject({ result: { balance: 1500 } })
})

test('an invoice without an amount takes the amount of the request; another amount than that of an invoice is rejected', async () => {
  const { world, connect } = await open()
  const app = await connect(ALL)
  const blank = await world.foreignInvoice(0, { amount_msat: undefined })
  expect(await app.ask('pay_invoice', { invoice: blank.bolt11 })).toMatchObject({ error: { code: 'OTHER' } })
  expect(await app.ask('pay_invoice', { invoice: blank.bolt11, amount: 3000 })).toMatchObject({
    result: { preimage: blank.preimage },
  })
  const fixed = await world.foreignInvoice(3000)
  expect(await app.ask('pay_invoice', { invoice: fixed.bolt11, amount: 2000 })).toMatchObject({
    error: { code: 'OTHER' },
  })
  const old = await world.foreignInvoice(3000, { expiry: 1 })
  world.advance(2)
  expect(await app.ask('pay_invoice', { invoice: old.bolt11 })).toMatchObject({ error: { code: 'OTHER' } })
})

test('several payments are each answered by name, and share the budget', async () => {
  const { world, connect, see } = await open()
  const app = await connect({ permissions: ['pay'], budgets: [{ budget_msats: 25_000_000, refresh_window: 0 }] })
  const [one, two, three] = await Promise.all(
    [10_000_000, 20_000_000, 10_000_000].map((msat) => world.foreignInvoice(msat)),
  )
  const event = app.request('multi_pay_invoice', {
    invoices: [
      { id: 'one', invoice: one?.bolt11 },
      { id: 'one', invoice: one?.bolt11 },
      { id: 'two', invoice: two?.bolt11 },
      { invoice: three?.bolt11 },
      7,
    ],
  })
  await app.sendTo(event)
  const answers = await app.answered(event, 4)
  const byPart = new Map(answers.map(({ part, result, error }) => [part, result?.preimage ?? error.code]))
  expect(Object.fromEntries(byPart)).toEqual({
    one: one?.preimage,
    two: 'QUOTA_EXCEEDED',
    [String(three?.hash)]: three?.preimage,
    '': 'OTHER',
  })
  const fees = answers.reduce((sum, { result }) => sum + (result?.fees_paid ?? 0), 0)
  expect((await see(app.id)).budgets[0].used_msats).toBe(20_000_000 + fees)
})

test('a budget is full again in the next window, and a later failure adds nothing to it', async () => {
  const { world, connect, see } = await open({ SERVICE_PAY_WAIT_MS: '50' })
  const app = await connect({ permissions: ['pay'], budgets: [HOUR] })
  const pay = async (msat: number) => app.ask('pay_invoice', { invoice: (await world.foreignInvoice(msat)).bolt11 })
  expect(await pay(15_000_000)).toMatchObject({ error: null })
  expect(await pay(15_000_000)).toMatchObject({ error: { code: 'QUOTA_EXCEEDED' } })
  world.advance(3600)
  expect((await see(app.id)).budgets).toMatchObject([{ used_msats: 0 }])
  const hanging = await world.foreignInvoice(10_000_000)
  await world.node.sendControl('POST /script', { match: { hash: hanging.hash }, pay: ['hang'] })
  const event = app.request('pay_invoice', { invoice: hanging.bolt11 })
  await app.sendTo(event)
  await expect.poll(async () => (await world.tick(), (await see(app.id)).budgets[0].used_msats)).toBe(10_100_000)
  world.advance(3600)
  expect(await pay(5_000_000)).toMatchObject({ error: null })
  const { used_msats: used } = (await see(app.id)).budgets[0]
  await world.node.sendControl('POST /fail', { hash: hanging.hash })
  world.advance(60)
  expect(await app.answered(event)).toMatchObject([{ error: { code: 'PAYMENT_FAILED' } }])
  expect((await see(app.id)).budgets[0].used_msats).toBe(used)
})

test('an expired connection gets an answer and no effect', async () => {
  const { world, connect } = await open()
  const app = await connect({ ...ALL, expires_at: new Date((world.nowSeconds() + 60) * 1000).toISOString() })
  expect(await app.ask('get_info')).toMatchObject({ error: null })
  world.advance(60)
  expect(await app.ask('get_info')).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
})

test('the app of one connection cannot use another', async () => {
  const { connect } = await open()
  const [mine, theirs] = [await connect(ALL), await connect(ALL)]
  const event = await mine.ask('get_balance', {}, { secret: theirs.own })
  expect(event).toMatchObject({ result: null, error: { code: 'UNAUTHORIZED' } })
})

test('a request that has expired, or is from the future, is not answered and not executed', async () => {
  const { world, owner, connect } = await open()
  const app = await connect(ALL)
  const now = world.nowSeconds()
  const { bolt11 } = await world.foreignInvoice(1_000_000)
  const times = [{ expiration: now }, { expiration: Number.NaN }, { createdAt: now - 61 }, { createdAt: now + 61 }]
  const events = times.map((asking) => app.request('pay_invoice', { invoice: bolt11 }, asking))
  await app.sendTo(events)
  expect(await app.ask('get_info', {}, { expiration: now + 1, createdAt: now - 60 })).toMatchObject({ error: null })
  expect(events.flatMap(app.answersTo)).toEqual([])
  expect(await world.balanceMsat(owner)).toBe(100_000_000)
})

test('an app that exceeds the rate limit gets an error, and is served again a minute later', async () => {
  const { world, connect } = await open({ SERVICE_RATE_LIMIT_NO: '1000' })
  const app = await connect(ALL)
  expect(await app.ask('get_info')).toMatchObject({ error: null })
  const events = Array.from({ length: 120 }, (_, at) => app.request('get_info', { at }))
  await app.sendTo(events)
  const last = events.at(-1)
  if (last === undefined) throw new Error('nothing was asked')
  expect(await app.answered(last)).toMatchObject([{ error: { code: 'RATE_LIMITED' } }])
  world.advance(60)
  expect(await app.ask('get_info')).toMatchObject({ error: null })
})
