import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltLnbits, buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import type { LnbitsRow } from '../../test/world/lnbits/lnbits-tables.ts'
import { balanceOf } from '../../test/world/lnbits/open-imported-world.ts'
import { smallItems } from '../../test/world/lnbits/small-items.ts'
import { hashOf, hex, PASSWORD, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import { type ReportJson, writeReport } from './report.ts'

describe.each(LOGIC_DIALECTS)('an LNbits with one of everything, on %s', (dialect) => {
  let world: World
  let lnbits: BuiltLnbits
  let report: ReportJson
  const said: string[] = []

  const run = (confirm = async () => true) =>
    importBuilt(world, lnbits, {
      say: (line) => said.push(line),
      show: (found) => void (report = found),
      confirm,
    })

  beforeAll(async () => {
    world = await openWorld({
      dialect,
      builtIns: BUILT_INS,
      env: { AUTH_ALLOWED_METHODS: 'username-password' },
    })
    const now = world.nowSeconds()
    lnbits = await buildLnbits({ dialect, rows: { ...smallItems(now), core: smallCore(now) ?? {} } })
  })
  afterAll(async () => {
    await lnbits.drop()
    await world.close()
  })

  const count = (sql: string, ...params: string[]) => world.db.first(sql, params, (row: { n: bigint }) => Number(row.n))
  const balance = (word: string) => balanceOf(world, word)

  test('an import without confirmation changes nothing', async () => {
    expect(await run(async () => false)).toBe('not-confirmed')
    expect(await count('SELECT count(*) AS n FROM users')).toBe(0)
    expect(await count('SELECT count(*) AS n FROM lnbits_imports')).toBe(0)
  })

  test('imports everything, and the audit verifies the books', async () => {
    expect(await run()).toBe('imported')
    expect(await world.violations()).toEqual([])
    expect(writeReport(report)).toContain('LNbits took a service fee')
    expect(writeReport(report)).toContain('set daily_limit_wallet_sats to 1')
    expect(writeReport(report)).not.toContain(hex('shop admin'))
  })

  test('each wallet has the balance shown by LNbits, and the operator bears negative ones', async () => {
    // Receipts less fees, payments and those in flight; the reserve of the internal payment never made is released.
    const shop =
      500_000 +
      100_000 -
      1234 +
      50_000 -
      2000 -
      41_234 -
      1001 -
      7007 -
      3000 -
      30_000 -
      11_500 +
      1_000_000 -
      20_000 +
      77_000 -
      5000 -
      62_000 +
      4000
    expect(await balance('shop')).toBe(shop)
    expect(await balance('purse')).toBe(2_000_000 + 30_000 - 5000)
    expect(await balance('empty')).toBe(500)
    expect(await balance('debts')).toBe(0)
    expect(await balance('halves')).toBe(6000 - 1000 + 3000)
    const sums = await world.db.first(
      'SELECT SUM(available_msat) AS free, SUM(reserved_msat) AS held FROM balances',
      [],
      (row: { free: bigint; held: bigint }) => ({ balanceMsat: Number(row.free), reservedMsat: Number(row.held) }),
    )
    expect(report.figures).toMatchObject(sums ?? {})
    expect(report.wallets.map(({ wallet, why }) => [wallet, why.split(':')[0]])).toEqual(
      expect.arrayContaining([
        [hex('debts'), 'negative'],
        [hex('gone'), 'deleted'],
      ]),
    )
    expect(report.figures).toMatchObject({ reservedMsat: 62_000, burntMsat: 123_000 })
  })

  test('a wallet keeps its icon, colour, place and currency, except defaults of LNbits', async () => {
    const looks = await world.db.list(
      `SELECT icon, color, currency, position IS NOT NULL AS pinned FROM wallets WHERE icon IS NOT NULL OR color IS NOT NULL
         OR currency IS NOT NULL OR position IS NOT NULL`,
      [],
      (row: { icon: string; color: string; currency: string; pinned: unknown }) => ({
        ...row,
        pinned: Boolean(row.pinned),
      }),
    )
    expect(looks).toEqual([{ icon: 'coins', color: 'green', currency: 'EUR', pinned: true }])
  })

  test('keys stay valid, those of guests with their permissions, those of deleted and inactive wallets not at all', async () => {
    const as = (key: string) => world.call('GET', '/api/v1/wallet', { key: hex(key) })
    expect((await as('shop invoice')).status).toBe(200)
    expect((await as('orphan admin')).status).toBe(200)
    expect((await as('gone admin')).status).toBe(401)
    expect((await as('sleeping admin')).status).toBe(401)
    const guest = { key: hex('mirror admin') }
    expect((await world.call('GET', '/api/v1/payments?limit=1', guest)).status).toBe(200)
    const foreign = await world.foreignInvoice(1000)
    const sent = await world.call('POST', '/api/v1/payments', { ...guest, body: { out: true, bolt11: foreign.bolt11 } })
    expect(sent.status).toBe(403)
    const own = await world.call('POST', '/api/v1/payments', {
      key: hex('shop admin'),
      body: { out: true, bolt11: foreign.bolt11 },
    })
    expect(own.body).toMatchObject({ checking_id: expect.any(String), payment_hash: foreign.hash })
  })

  test('every key of LNbits opens its wallet, and only the admin key pays', async () => {
    const { bolt11 } = await world.foreignInvoice(9_000_000_000)
    const pay = async (key: string) =>
      (await world.call('POST', '/api/v1/payments', { key, body: { out: true, bolt11 } })).status
    const dead = new Set(['gone', 'sleeping', 'mirror'].map(hex))
    for (const { id, adminkey, inkey } of smallCore(world.nowSeconds()).wallets as readonly LnbitsRow[]) {
      if (dead.has(String(id))) continue
      // More than there is in any wallet.
      expect(await pay(String(adminkey))).toBe(400)
      for (const key of [adminkey, inkey].filter((one) => one !== null).map(String)) {
        expect((await world.call('GET', '/api/v1/wallet', { key })).body).toMatchObject({ id })
      }
      if (inkey !== null) expect(await pay(String(inkey))).toBe(403)
    }
    const keys = `SELECT count(*) AS n FROM wallet_keys WHERE wallet_id = $1 AND share_id = ''`
    expect(await count(keys, hex('empty'))).toBe(2)
    expect(report.changed).toContainEqual({
      kind: 'wallets',
      why: 'the invoice key is none: a new one is made',
      n: 1,
      examples: [],
    })
  })

  test('users log in with their passwords, which are then stored as ours; roles and names are imported', async () => {
    const logIn = (username: string, password: string) =>
      world.call('POST', '/api/v1/auth', { body: { username, password } })
    const hashNow = () =>
      world.db.first(`SELECT password_hash AS h FROM users WHERE username = 'carol'`, [], (row: { h: string }) => row.h)
    expect(await hashNow()).toMatch(/^\$2b\$/)
    expect((await logIn('carol', 'wrong')).status).toBe(401)
    expect((await logIn('carol', PASSWORD)).status).toBe(200)
    expect(await hashNow()).toMatch(/^\$argon2id\$/)
    expect((await logIn('carol', PASSWORD)).status).toBe(200)
    expect((await logIn('asleep', PASSWORD)).status).toBe(401)
    const roles = await world.db.list('SELECT username, role FROM users ORDER BY seq', [], (row: object) => row)
    expect(roles).toEqual(
      expect.arrayContaining([
        { username: 'root', role: 'super-user' },
        { username: 'admin', role: 'admin' },
        { username: 'bob', role: 'user' },
        { username: 'Bob-2', role: 'user' },
      ]),
    )
    const nostr = await world.db.list(
      `SELECT u.username, u.email FROM identities i JOIN users u ON u.id = i.user_id WHERE i.provider = 'nostr'`,
      [],
      (row: object) => row,
    )
    expect(nostr).toEqual([{ username: 'bob', email: 'bob@example.com' }])
    const names = await world.db.list(
      `SELECT username AS u FROM users WHERE id = (SELECT user_id FROM wallets WHERE id = $1)`,
      [hex('debts')],
      (row: { u: string }) => row.u,
    )
    expect(names).toEqual([expect.stringMatching(/^user-[0-9a-f]{16}$/)])
  })

  test('settings that exist here are imported; unknown or broken ones are not', async () => {
    const rows = await world.db.list(
      `SELECT name, value FROM settings WHERE name LIKE 'setting:%' ORDER BY name`,
      [],
      (row: object) => row,
    )
    expect(rows).toEqual([
      { name: 'setting:fee_reserve_ppm', value: '20000' },
      { name: 'setting:site_name', value: '"The old bank"' },
    ])
  })

  test('the history is complete, and its hashes are found', async () => {
    const find = async (word: string) =>
      (await world.call('GET', `/api/v1/payments/${hashOf(word)}`, { key: hex('shop invoice') })).body
    const coffee = { extra: { tag: 'tpos' }, labels: ['food'] }
    expect(await find('coffee')).toMatchObject({ status: 'success', details: coffee })
    expect(await find('flying')).toMatchObject({ status: 'pending' })
    expect(await find('late')).toMatchObject({ status: 'failed' })
    expect(await find('no preimage')).toMatchObject({ status: 'success' })
    const list = (query: string) => world.call('GET', `/api/v1/payments?${query}`, { key: hex('shop invoice') })
    expect((await list('label=food')).body).toMatchObject([{ payment_hash: hashOf('coffee'), tag: 'tpos' }])
    // As clients of LNbits read it: other than pending counts as paid.
    const { body } = await world.call('GET', '/lnbits/api/v1/payments?limit=0', { key: hex('shop invoice') })
    const settled = (body as { pending: boolean; status: string }[]).filter(({ pending }) => !pending)
    expect(settled.every(({ status }) => status === 'success')).toBe(true)
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ tag: 'tpos', labels: ['food'] })]))
    expect(await count('SELECT count(*) AS n FROM events')).toBeLessThan(5)
  })

  test('a receipt credited by LNbits is not credited again; a second payment of the invoice goes to the operator', async () => {
    const before = await balance('shop')
    const credit = async (receiptId: string) => {
      const { creditReceipt } = await import('../payments/receiving/invoice-commands.ts')
      const receipt = { receiptId, paymentHash: hashOf('coffee'), kind: 'settled', amountMsat: 500_000n } as never
      return world.db.transact(creditReceipt, { receipt, at: world.nowSeconds() })
    }
    expect(await credit('node:1')).toBe('known')
    expect(await credit('node:1')).toBe('known')
    expect(await credit('node:2')).toBe('surplus')
    expect(await balance('shop')).toBe(before)
    expect(await world.violations()).toEqual([])
  })

  test('an open invoice is paid like any other', async () => {
    const before = await balance('shop')
    const { creditReceipt } = await import('../payments/receiving/invoice-commands.ts')
    const receipt = { receiptId: 'node:3', paymentHash: hashOf('open'), kind: 'settled', amountMsat: 25_000n } as never
    expect(await world.db.transact(creditReceipt, { receipt, at: world.nowSeconds() })).toBe('credited')
    expect(await balance('shop')).toBe(before + 25_000)
    // Also one that had expired before the import.
    const late = { receiptId: 'node:4', paymentHash: hashOf('late'), kind: 'settled', amountMsat: 26_000n } as never
    expect(await world.db.transact(creditReceipt, { receipt: late, at: world.nowSeconds() })).toBe('credited')
    expect(await balance('shop')).toBe(before + 51_000)
    expect(await world.violations()).toEqual([])
  })

  test('a payment in flight is followed at the node: one that the node never got is refunded', async () => {
    const before = await balance('shop')
    world.advance(2 * 86_400)
    for (let round = 0; round < 3; round += 1) {
      await world.tick()
      world.advance(1200)
    }
    expect(await balance('shop')).toBe(before + 62_000)
    expect(await world.violations()).toEqual([])
  })

  test('a repeated import of the same LNbits changes nothing and says so', async () => {
    const users = await count('SELECT count(*) AS n FROM users')
    expect(await run()).toBe('there-already')
    expect(said.at(-1)).toContain('nothing changes')
    expect(await count('SELECT count(*) AS n FROM users')).toBe(users)
  })
})
