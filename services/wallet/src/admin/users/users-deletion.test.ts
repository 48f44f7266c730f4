import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { forgetPayments, forgetTraces } from './forget-history.ts'
import { forgetUser } from './forget-user.ts'

const USERS = '/users/api/v1/user'
const UNKNOWN_USER = '00000000-0000-4000-8000-000000000000'

describe.each(LOGIC_DIALECTS)('deleting users, on %s', (dialect) => {
  /** Read again at each restart. */
  const env: Record<string, string> = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' }
  let world: World
  let root: string
  beforeAll(async () => {
    world = await openWorld({ dialect, env })
    root = await loginAs('root', 'root password')
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const loginAs = async (username: string, password: string): Promise<string> =>
    (await world.call('POST', '/api/v1/auth', { body: { username, password } })).body.access_token
  const remove = (userId: string, query = '') => world.call('DELETE', `${USERS}/${userId}${query}`, { token: root })
  const statusOf = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })).status
  const rowsOf = (wallet: WorldWallet) =>
    world.db.list('SELECT * FROM payments WHERE wallet_id = $1 ORDER BY seq', [wallet.id], (row: object) => row)
  const refusal = async (wallet: WorldWallet, query = ''): Promise<string> => {
    const { status, body } = await remove(wallet.userId, query)
    expect([status, await statusOf(wallet)]).toEqual([400, 200])
    return body.detail
  }

  test('the account is permanently deleted: its tokens and keys are revoked immediately, its name is free again', async () => {
    const user = await register(world)
    const { adminkey, inkey } = (await world.call('GET', '/api/v1/wallet', { token: user.token })).body
    // Cached by the service from here on.
    expect((await world.call('GET', '/api/v1/wallet', { key: inkey })).status).toBe(200)
    const { status, body } = await remove(user.id)
    expect([status, body]).toEqual([200, { detail: 'User deleted' }])
    for (const credential of [{ token: user.token }, { key: adminkey }, { key: inkey }]) {
      expect((await world.call('GET', '/api/v1/wallet', credential)).status).toBe(401)
    }
    const { username, password } = user
    expect((await world.call('POST', '/api/v1/auth', { body: { username, password } })).status).toBe(401)
    expect((await world.call('POST', '/api/v1/auth/usr', { body: { usr: user.id } })).status).toBe(401)
    expect((await world.call('GET', `${USERS}/${user.id}`, { token: root })).status).toBe(404)
    expect((await register(world, { username })).id).not.toBe(user.id)
    const sql = `SELECT detail FROM audit_log WHERE subject = $1 AND action = 'account-deleted'`
    const note = await world.db.first(sql, [user.id], (row) => row)
    expect(note).toEqual({ detail: '{"forced":false,"remainder_msat":"0"}' })
  })

  test('an unknown or deleted user is 404; an invalid id 422', async () => {
    const { id } = await register(world)
    expect((await remove(id)).status).toBe(200)
    expect([(await remove(id)).status, (await remove(UNKNOWN_USER)).status]).toEqual([404, 404])
    for (const other of ['unknown', '%00']) expect((await remove(other)).status).toBe(422)
    expect((await remove(id, '?force=maybe')).status).toBe(422)
  })

  test('a balance prevents it, also one millisatoshi in the second wallet (D12)', async () => {
    const wallet = await world.openWallet(10)
    expect(await refusal(wallet)).toContain('balance')
    const user = await register(world)
    const { id } = (await world.call('POST', '/api/v1/wallet', { token: user.token })).body
    const { bolt11 } = (await world.invoice(wallet, 1)) as { bolt11: string }
    expect(bolt11).toEqual(expect.any(String))
    const second = (
      await world.call('POST', `/api/v1/payments?wallet_id=${id}`, {
        token: user.token,
        body: { out: false, amount: 1 },
      })
    ).body
    expect((await world.send(wallet, second.payment_request)).status).toBe(201)
    expect((await remove(user.id)).status).toBe(400)
    expect((await world.call('GET', '/api/v1/auth', { token: user.token })).status).toBe(200)
  })

  test('by force the remainder goes to the operator, to the millisatoshi', async () => {
    const wallet = await world.openWallet(1234)
    const before = await house()
    expect((await remove(wallet.userId, '?force=true')).status).toBe(200)
    expect(await statusOf(wallet)).toBe(401)
    expect((await house()) - before).toBe(1_234_000n)
    const adjustments = await world.db.list(
      'SELECT amount_msat FROM adjustments WHERE wallet_id = $1 ORDER BY amount_msat',
      [wallet.id],
      (row: { amount_msat: bigint }) => row.amount_msat,
    )
    expect(adjustments).toEqual([-1_234_000n, 1_234_000n])
  })

  const house = async (): Promise<bigint> =>
    (await world.db.first(
      `SELECT CAST(COALESCE(SUM(CASE WHEN to_account = 'adjustments' THEN amount_msat ELSE -amount_msat END), 0) AS BIGINT) AS n
       FROM postings WHERE 'adjustments' IN (from_account, to_account)`,
      [],
      (row: { n: bigint }) => row.n,
    )) ?? 0n

  test('a pending payment prevents the deletion (D12)', async () => {
    const wallet = await world.openWallet(100)
    const { bolt11, hash } = await world.foreignInvoice(50_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect(await refusal(wallet)).toContain('in flight')
  })

  test('a held payment prevents it; once it is cancelled, it does not (D12)', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
    const held = await world.invoice(payee, 50, { hold: true })
    expect((await world.send(payer, held.payment_request)).status).toBe(201)
    expect(await refusal(payee)).toContain('in flight')
    expect(await refusal(payer)).toContain('in flight')
    const cancelled = await world.call('DELETE', `/api/v1/payments/${held.checking_id}`, { key: payee.adminKey })
    expect(cancelled.status).toBe(200)
    expect((await remove(payee.userId)).status).toBe(200)
    expect((await remove(payer.userId, '?force=true')).status).toBe(200)
  })

  test('open invoices end with the account, at the node too; a later payment is kept as surplus', async () => {
    const wallet = await world.openWallet()
    const open = await world.invoice(wallet, 21)
    expect((await remove(wallet.userId)).status).toBe(200)
    await world.node.sendControl('POST /receive', { hash: open.payment_hash, amount_msat: 21_000, force: true })
    await world.tick()
    expect(await rowsOf(wallet)).toMatchObject([{ state: 'failed', payment_hash: open.payment_hash }])
    const kept = await world.db.list(
      'SELECT to_account, amount_msat FROM postings WHERE reference = $1',
      [open.checking_id],
      (row) => row,
    )
    expect(kept).toEqual([{ to_account: 'surplus', amount_msat: 21_000n }])
    const again = await world.openWallet(100)
    expect((await world.send(again, open.payment_request)).status).toBe(400)
  })

  test('texts in payments are deleted, hashes, amounts and states stay, and the other side keeps its own (S529)', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
    const secret = {
      memo: 'my secret memo',
      extra: { tag: 'my-secret-tag' },
      webhook: 'http://127.0.0.1:9999/my-secret',
    }
    const received = await world.invoice(payee, 40, secret)
    expect((await world.send(payer, received.payment_request)).status).toBe(201)
    const { bolt11, hash } = await world.foreignInvoice(20_000)
    expect((await world.send(payee, bolt11)).status).toBe(201)
    await world.call('POST', '/api/v1/payments', {
      key: payee.adminKey,
      headers: { 'idempotency-key': 'k' },
      body: { out: false, amount: 1, memo: 'my secret memo' },
    })
    expect((await remove(payee.userId, '?force=true')).status).toBe(200)
    const rows = await rowsOf(payee)
    expect(rows).toMatchObject([
      { payment_hash: received.payment_hash, amount_msat: 40_000n, state: 'success' },
      { payment_hash: hash, amount_msat: 20_000n, state: 'success', direction: 'out' },
      { amount_msat: 1000n, state: 'failed' },
    ])
    for (const row of rows) {
      expect(row).toMatchObject({ bolt11: '', memo: '', tag: '', extra: '{}', webhook: null, preimage: null })
    }
    const keys = await world.db.list('SELECT scope FROM idempotency_keys', [], (row: { scope: string }) => row.scope)
    expect(keys.filter((scope) => scope.startsWith(payee.id))).toEqual([])
    const kept = await world.call('GET', `/api/v1/payments/${received.payment_hash}`, { key: payer.invoiceKey })
    expect(kept.body).toMatchObject({ paid: true, details: { memo: 'my secret memo' } })
    // The hash stays taken: it cannot be paid again, and no invoice can be made with it.
    expect((await world.send(payer, bolt11)).status).toBe(400)
    const copied = { hold: true, payment_hash: hash }
    expect(
      (
        await world.call('POST', '/api/v1/payments', {
          key: payer.invoiceKey,
          body: { out: false, amount: 1, ...copied },
        })
      ).status,
    ).toBe(400)
    await world.restart()
    root = await loginAs('root', 'root password')
  })

  test('a deletion concurrent with payments: either the money has left the wallet first, or nothing is deleted', async () => {
    const payee = await world.openWallet()
    for (let round = 0; round < 15; round += 1) {
      const wallet = await world.openWallet(100)
      const { payment_request: bolt11 } = await world.invoice(payee, 100)
      const [sent, removed] = await Promise.all([world.send(wallet, bolt11), remove(wallet.userId)])
      expect([200, 400]).toContain(removed.status)
      expect(sent.status).toBe(201)
      if (removed.status === 400) expect((await remove(wallet.userId)).status).toBe(200)
    }
    expect(await world.balanceMsat(payee)).toBe(1_500_000)
  })

  test('the last super user stays, and so does the one the environment names (D12)', async () => {
    const { body } = await world.call('GET', '/api/v1/auth', { token: root })
    expect((await remove(body.id, '?force=true')).status).toBe(400)
    const mine = await world.call('DELETE', '/api/v1/auth/me', { token: root, body: { password: 'root password' } })
    expect([mine.status, mine.body.detail]).toEqual([400, 'Cannot delete the last super user.'])
    Object.assign(env, { SUPER_USER_USERNAME: 'root2' })
    await world.restart()
    const second = await loginAs('root2', 'root password')
    const named = (await world.call('GET', '/api/v1/auth', { token: second })).body.id
    // As older versions left it where the name has changed.
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${body.id}'`)
    const former = await tokenOf(world, { userId: body.id })
    const refused = await world.call('DELETE', `${USERS}/${named}`, { token: former })
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('SUPER_USER_USERNAME')])
    expect((await world.call('DELETE', `${USERS}/${body.id}`, { token: second })).status).toBe(200)
    root = second
  })

  describe('by its owner', () => {
    const leave = (token: string, body?: object) => world.call('DELETE', '/api/v1/auth/me', { token, body })

    test('an account with a password must give it', async () => {
      const { id, token, password } = await register(world)
      expect([(await leave(token)).status, (await leave(token, {})).status]).toEqual([422, 422])
      expect((await leave(token, { password: `${password}!` })).status).toBe(400)
      expect((await leave(token, { password, force: true })).status).toBe(422)
      const left = await leave(token, { password })
      expect([left.status, left.body]).toEqual([200, { detail: 'Account deleted' }])
      expect((await world.call('GET', '/api/v1/auth', { token })).status).toBe(401)
      const note = await world.db.first(
        `SELECT actor FROM audit_log WHERE subject = $1 AND action = 'account-deleted'`,
        [id],
        (row) => row,
      )
      expect(note).toEqual({ actor: id })
    })

    test('without a password, a log-in within the last 10 minutes is required', async () => {
      const wallet = await world.openWallet()
      const old = await tokenOf(world, wallet)
      world.advance(601)
      expect([(await leave(old)).status, await statusOf(wallet)]).toEqual([403, 200])
      expect((await leave(await tokenOf(world, wallet))).status).toBe(200)
    })

    test('the same rejections apply, and there is no force', async () => {
      const wallet = await world.openWallet(5)
      const token = await tokenOf(world, wallet)
      expect((await leave(token)).body.detail).toContain('balance')
      expect((await world.call('DELETE', '/api/v1/auth/me?force=true', { token })).status).toBe(400)
      expect(await statusOf(wallet)).toBe(200)
    })
  })

  test('a wallet created while the account is deleted is either deleted with it or not created', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, token } = await register(world)
      const [removed] = await Promise.all([remove(id), world.call('POST', '/api/v1/wallet', { token })])
      expect(removed.status).toBe(200)
      const left = await world.db.list('SELECT id FROM wallets WHERE user_id = $1', [id], (row) => row)
      expect(left).toEqual([])
    }
  })

  test('every table with a user, a wallet or a payment is emptied of it, or kept for a stated reason', async () => {
    const columns = await listColumns()
    const handled = [...forgetUser('x'), ...forgetPayments('x', 0, 1), ...forgetTraces('x')].map(({ sql }) => sql)
    const named = columns.filter(({ name }) =>
      ['user_id', 'guest_id', 'wallet_id', 'checking_id', 'acl_id'].includes(name),
    )
    const tables = [...new Set(named.map(({ table }) => table))].filter((table) => !KEPT.includes(table))
    expect(tables.length).toBeGreaterThan(5)
    const missed = tables.filter((table) => !handled.some((sql) => new RegExp(`FROM ${table}\\b`).test(sql)))
    expect(missed).toEqual([])
  })

  /** Ids, hashes, amounts, states and times, on which the books depend; texts of users are deleted. */
  const KEPT = [
    'adjustments',
    'balances',
    'events',
    'held_payments',
    // A repeated report of the node must not be credited again.
    'imported_wallets',
    'payment_counts',
    'payments',
    'resolutions',
  ]

  const listColumns = (): Promise<{ table: string; name: string }[]> =>
    world.db.list(
      dialect === 'sqlite'
        ? `SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`
        : `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`,
      [],
      (row: { table_name: string; column_name: string }) => ({ table: row.table_name, name: row.column_name }),
    )
})
