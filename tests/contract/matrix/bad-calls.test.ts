import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../services/wallet/test/world/open-world.ts'
import { readStoredRows } from '../../../services/wallet/test/world/stored-rows.ts'
import { LOGIC_DIALECTS } from '../../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../../services/wallet/test/world/write-directly.ts'
import { atBest, MAX_MS } from './at-best.ts'
import type { BadCall } from './bad-calls.ts'
import * as calls from './bad-calls.ts'

const GROUPS: readonly (readonly [string, readonly BadCall[]])[] = [
  ['create invoice', calls.BAD_INVOICES],
  ['send', calls.BAD_SENDS],
  ['payment by id, and lists', calls.BAD_LISTINGS],
  ['accounts, access lists, administration', calls.BAD_ACCOUNTS],
  ['rates and conversion', calls.BAD_RATES],
  ['nowhere', calls.NOWHERE],
]

/** Invoices of another node that no wallet may pay, made by the simulated node. */
const UNPAYABLE: readonly object[] = [
  { mutate: 'bad_sig' },
  { mutate: 'bad_checksum' },
  { mutate: 'no_secret' },
  { mutate: 'd_and_h' },
  { mutate: 'even_feature' },
  { mutate: 'two_p' },
  { mutate: 'sub_pico' },
  { mutate: 'mixed_case' },
  { hrp: 'lntb' },
  { amount_msat: undefined },
  { amount_msat: 9_999_000 },
  { amount_msat: 10_000_001_000 },
  { expiry: 1 },
]

describe.each(LOGIC_DIALECTS)('bad calls, on %s (F2)', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let superUser: { readonly userId: string; readonly token: string }
  beforeAll(async () => {
    const env = { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false', SERVICE_FIXED_RATES: '{"USD":50000}' }
    world = await openWorld({ dialect, env })
    wallet = await world.openWallet(10_000)
    const { userId } = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${userId}'`)
    superUser = { userId, token: await tokenOf(world, { userId }) }
  })
  afterAll(() => world.close())

  const credentialOf = ({ by }: BadCall): object => {
    if (by === 'anonymous') return {}
    if (by === 'super user') return { token: superUser.token }
    return { key: by === 'invoice key' ? wallet.invoiceKey : wallet.adminKey }
  }
  const sent = async (): Promise<unknown> =>
    ((await world.node.sendControl('GET /truth')).body as { readonly sent: unknown }).sent

  test.each(GROUPS)('%s: each is rejected as the table says, fast, and changes nothing', async (_name, group) => {
    const [rows, payments] = [await readStoredRows(world), await sent()]
    const wrong: string[] = []
    for (const call of group) {
      const { answer, ms } = await atBest(() =>
        world.call(call.method, call.url.replace('{own}', superUser.userId), {
          ...credentialOf(call),
          body: call.body?.replace('{own}', superUser.userId),
          ...(call.body !== undefined && { headers: { 'content-type': 'application/json' } }),
        }),
      )
      if (ms > MAX_MS) wrong.push(`${call.title}: ${ms} ms`)
      const lack = typeof answer.body.detail === 'string' ? '' : ', without detail'
      if (!call.permitted.includes(answer.status) || lack !== '') wrong.push(`${call.title}: ${answer.status}${lack}`)
    }
    expect(wrong).toEqual([])
    expect(await sent()).toEqual(payments)
    expect(await readStoredRows(world)).toEqual(rows)
  })

  test.each(UNPAYABLE)('send: an invoice that is %j is 400, and nothing is sent', async (more) => {
    const { bolt11 } = await world.foreignInvoice(1000, more)
    if ('expiry' in more) world.advance(5)
    const payments = await sent()
    const answer = await world.send(wallet, bolt11)
    expect([answer.status, typeof answer.body.detail]).toEqual([400, 'string'])
    expect(await sent()).toEqual(payments)
    expect(await world.balanceMsat(wallet)).toBe(10_000_000)
  })

  test('send: a copy of our own invoice with another price, signed by another node, is 400', async () => {
    const payee = await world.openWallet()
    const invoice = await world.invoice(payee, 1000)
    const forged = await world.foreignInvoice(1000, { hash: invoice.payment_hash })
    expect((await world.send(wallet, forged.bolt11)).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(10_000_000)
  })

  test('send: with the invoice key 403; settle and cancel with it 403, for other than hold invoices 400', async () => {
    const { bolt11 } = await world.foreignInvoice(1000)
    const key = wallet.invoiceKey
    const refused = await world.call('POST', '/api/v1/payments', { key, body: { out: true, bolt11 } })
    const { checking_id: id } = await world.invoice(wallet, 1)
    const statuses = [refused.status]
    for (const method of ['PUT', 'DELETE'] as const) {
      for (const one of [key, wallet.adminKey]) {
        statuses.push((await world.call(method, `/api/v1/payments/${id}`, { key: one })).status)
      }
    }
    expect(statuses).toEqual([403, 403, 400, 403, 400])
  })

  test.each(['1.0', '1e0', '10e-1', '1.00e0'])('create invoice: %s is read as the whole number 1', async (amount) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payments',
      headers: { 'x-api-key': wallet.invoiceKey, 'content-type': 'application/json' },
      payload: `{"out":false,"amount":${amount}}`,
    })
    expect([answer.statusCode, answer.json().amount]).toEqual([201, 1])
  })

  test('an offset past the end is an empty page; a search is taken literally', async () => {
    const payee = await world.openWallet()
    await world.invoice(payee, 1, { memo: 'fifty percent' })
    const list = async (query: string): Promise<number> => {
      const { status, body } = await world.call('GET', `/api/v1/payments?${query}`, { key: payee.invoiceKey })
      expect(status).toBe(200)
      return body.length
    }
    expect([await list('search=percent'), await list('offset=1000000')]).toEqual([1, 0])
    for (const text of ['%', '_', 'fifty%percent', "'", '"', '\\', '*', '.*', '<b>', 'percent;--', '💥', '\u202e']) {
      expect([text, await list(`search=${encodeURIComponent(text)}`)]).toEqual([text, 0])
    }
  })

  test.each(['paginated', 'history', 'stats/count', 'stats/daily'])('%s is a route, never an id', async (page) => {
    const { status, body } = await world.call('GET', `/api/v1/payments/${page}`, { key: wallet.invoiceKey })
    expect([status, 'details' in body]).toEqual([200, false])
  })

  test('register: a name that differs only in case is taken', async () => {
    const register = (username: string) =>
      world.call('POST', '/api/v1/auth/register', { body: { username, password: 'a password' } })
    expect([(await register('Alice')).status, (await register('aLICE')).status]).toEqual([201, 400])
  })
})
