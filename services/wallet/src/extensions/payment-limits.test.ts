import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../test/world/extensions/activate-extension.ts'
import { FOSSA_RATES } from '../../test/world/extensions/drive-fossa.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from './built-ins.ts'

const LIMIT = 50_000

describe.each(DIALECTS)('amounts above the maximum payment, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  const offers = ['tpos', 'invoices', 'satspay', 'tipjar', 'events', 'paywall']
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      builtIns: BUILT_INS,
      env: { ...FOSSA_RATES, SERVICE_MAX_PAYMENT_SATS: String(LIMIT) },
    })
    owner = await world.openWallet(1000)
    for (const id of offers) await activateExtension(world, owner, id)
  })
  afterAll(() => world.close())

  const make = async (extId: string, body: object) => {
    const answer = await world.call('POST', `/${extId}/api/v1/`, { key: owner.adminKey, body })
    expect([extId, answer.status]).toEqual([extId, 201])
    return answer.body as { readonly id: string }
  }
  const pageOf = async (path: string) => String((await world.call('GET', path)).body)
  const order = (path: string, body: object) => world.call('POST', path, { body, headers: { 'accept-language': 'de' } })

  test('a till reports it before the charge, in its currency, and rejects it in the language of the page', async () => {
    const { id } = await make('tpos', { name: 'Bar', currency: 'sat', items: [] })
    expect(await pageOf(`/tpos/p/${id}`)).toContain('At most 50,000 sat in one payment.')
    expect(await pageOf(`/tpos/p/${id}`)).toContain('&quot;most&quot;:&quot;50000&quot;')
    const answer = await order(`/tpos/public/${id}/invoices`, { amount: LIMIT + 1 })
    expect([answer.status, answer.body.detail]).toEqual([400, 'Höchstens 50.000 sat in einer Zahlung.'])
    const { id: dollars } = await make('tpos', { name: 'Bar', currency: 'USD', items: [] })
    // 12.50 USD are 25,000 sat.
    expect(await pageOf(`/tpos/p/${dollars}`)).toContain('&quot;most&quot;:&quot;25&quot;')
  })

  test('an invoice above the limit is paid in parts', async () => {
    const items = [{ description: 'Roof', amount: 120_000, quantity: 1 }]
    const { id } = await make('invoices', { status: 'open', currency: 'sat', items })
    const page = await pageOf(`/invoices/p/${id}`)
    expect(page).toContain('At most 50,000 sat in one payment: pay the rest after it.')
    expect(page).toMatch(/name="amount"[^>]* value="50000"[^>]* data-max="50000"/)
    expect((await order(`/invoices/public/${id}/payments`, { amount: LIMIT })).status).toBe(201)
  })

  test('a charge rejects it at its creation, with its field', async () => {
    const body = { description: 'Roof', amount: LIMIT + 1, currency: 'sat', time: 60, lightning: true }
    const answer = await world.call('POST', '/satspay/api/v1/', { key: owner.adminKey, body })
    expect([answer.status, answer.body.errors?.[0]?.loc]).toEqual([422, ['body', 'amount']])
    expect(JSON.stringify(answer.body)).toContain('at most 50,000 sat')
  })

  test('a tip jar does not offer it, whatever its owner allows', async () => {
    const { id } = await make('tipjar', { name: 'Ada', max_amount: 1_000_000 })
    expect(await pageOf(`/tipjar/p/${id}`)).toContain('data-max="50000"')
  })
})
