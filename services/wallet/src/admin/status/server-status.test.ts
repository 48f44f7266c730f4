import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const ROOT = { username: 'root', password: 'correct horse' }

describe.each(LOGIC_DIALECTS)('the status for the operator, on %s', (dialect) => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      exactBalance: true,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
    token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
  })
  afterAll(() => world.close())

  const status = async () => (await world.call('GET', '/api/v1/admin/status', { token })).body
  const check = () => world.call('POST', '/api/v1/admin/check-books', { token })
  const quiet = async (): Promise<void> => {
    // Two equal readings in a row make a comparison.
    await world.tick()
    await world.tick()
  }

  test('it returns version, database, node, books and queues', async () => {
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(1000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    await world.send(wallet, bolt11)
    world.advance(90)
    expect(await status()).toMatchObject({
      version: expect.any(String),
      uptime_seconds: 90,
      started_at: world.nowSeconds() - 90,
      database: { kind: dialect, size_bytes: expect.any(Number) },
      node: { kind: 'simulated', network: 'bcrt', answers: true, balance_msat: expect.any(Number) },
      payments_halted: false,
      halt_reason: null,
      backup_origin: expect.stringMatching(/^origin1/),
      users: 2,
      wallets: 2,
      pending_outgoing: 1,
      waiting_webhooks: 0,
      alarms: 0,
      disks: expect.arrayContaining([
        { place: 'data', free_bytes: expect.any(Number), size_bytes: expect.any(Number) },
      ]),
      release: { asked: false, checked_at: null, newer: null },
    })
    // Sums are unknown while they take longer than a second.
    await expect.poll(async () => (await status()).owed, { timeout: 20_000 }).not.toBeNull()
    const { owed, volume } = await status()
    expect(owed.available_msat + owed.reserved_msat).toBe(1_000_000)
    expect(owed.reserved_msat).toBeGreaterThan(0)
    const nothing = { received_sat: 0, sent_sat: 0, succeeded: 0, failed: 0 }
    expect(volume).toEqual({ measured_at: world.nowSeconds(), day: nothing, month: nothing })
    expect((await status()).database.size_bytes).toBeGreaterThan(10_000)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
    expect((await status()).pending_outgoing).toBe(0)
  })

  test('a node that is down is reported, without an error, and the other figures stay', async () => {
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    await expect.poll(async () => (await status()).owed, { timeout: 20_000 }).not.toBeNull()
    expect((await status()).node).toMatchObject({ answers: false, balance_msat: null })
    await world.node.sendControl('POST /up')
    expect((await status()).node.answers).toBe(true)
  })

  test('periodic checks have their time: receipts, and the books against the node', async () => {
    await world.restart()
    world.advance(10)
    await quiet()
    const now = world.nowSeconds()
    expect(await status()).toMatchObject({
      receipts_swept_at: now,
      books: { compared_with_node_at: now, node_difference_msat: 0, checked_at: now - 10, violations: 0 },
    })
  })

  test('a difference to the node is shown and halts again until the operator accepts it (A54)', async () => {
    const hold = await world.node.sendControl('POST /invoice', { amount_msat: 7000, key: 'own' })
    await quiet()
    await writeDirectly(
      world,
      `UPDATE settings SET value = CAST(CAST(value AS BIGINT) - 5 AS TEXT) WHERE name = 'node-beginning'`,
    )
    await quiet()
    expect(hold.status).toBe(200)
    expect(await status()).toMatchObject({ payments_halted: true, books: { node_difference_msat: 5 } })
    const resume = (body: object) => world.call('PUT', '/api/v1/admin/halt', { token, body })
    const refused = await resume({ halted: false })
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        detail: expect.stringContaining('the node and the books differ'),
        code: 'conflict',
        violations: [],
        node_differences: [{ kind: 'balance', payment_hash: null, detail: expect.stringContaining('5 msat') }],
        node_compared: true,
      },
    ])
    expect((await status()).payments_halted).toBe(true)
    expect((await resume({ halted: false, force: true })).body.halted).toBe(false)
    await quiet()
    expect((await status()).payments_halted).toBe(true)
    expect((await resume({ halted: true, accept_difference: true })).status).toBe(422)
    expect((await resume({ halted: true, force: true })).status).toBe(422)
    expect((await resume({ halted: false, accept_difference: true })).body.halted).toBe(false)
    await quiet()
    expect(await status()).toMatchObject({ payments_halted: false, books: { node_difference_msat: 0 } })
    const { data } = (await world.call('GET', '/admin/api/v1/audit?action=payments-resumed', { token })).body
    expect(data.map(({ detail }: { detail: object }) => detail)).toEqual([
      { accept_difference: true, forced: false },
      {
        accept_difference: false,
        forced: true,
        in_spite_of: ['balance: the node has 5 msat more than the books say'],
      },
    ])
  })

  test('the books are audited on demand; violations are answered and halt payments (A53)', async () => {
    expect(await check()).toMatchObject({ status: 200, body: { checked_at: world.nowSeconds(), violations: [] } })
    const wallet = await world.openWallet(5)
    await writeDirectly(world, `UPDATE balances SET available_msat = 6000 WHERE wallet_id = '${wallet.id}'`)
    const [first, second] = await Promise.all([check(), check()])
    expect(first.body.violations).toContainEqual({ rule: 'B2', about: wallet.id, problem: expect.any(String) })
    expect(second.body).toEqual(first.body)
    expect(await status()).toMatchObject({ payments_halted: true, halt_reason: expect.stringContaining(wallet.id) })
    expect((await status()).books.violations).toBe(first.body.violations.length)
  })

  test('a decision of the set-up counts once it is stored, even if it is the default', async () => {
    const setUp = async () => (await status()).set_up
    expect(await setUp()).toEqual({
      name_chosen: false,
      registration_chosen: false,
      registration_open: true,
      currency_chosen: false,
      accounting_currency: 'USD',
      has_prices: false,
      proxy_ignored: false,
    })
    const body = { allow_new_accounts: true, site_name: 'Our bank' }
    expect((await world.call('PUT', '/api/v1/admin/settings', { token, body })).status).toBe(200)
    expect(await setUp()).toMatchObject({ name_chosen: true, registration_chosen: true, registration_open: true })
    await world.restart({ SERVICE_ACCOUNTING_CURRENCY: 'EUR' })
    expect(await setUp()).toMatchObject({ currency_chosen: true, accounting_currency: 'EUR' })
  })

  test('a proxy whose headers are ignored is reported to the operator who comes through it', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const isIgnored = async () =>
      (await world.call('GET', '/api/v1/admin/status', { token, headers })).body.set_up.proxy_ignored
    expect(await isIgnored()).toBe(true)
    await world.restart({ SERVICE_TRUSTED_PROXIES: '127.0.0.1' })
    expect(await isIgnored()).toBe(false)
  })

  test('only the super user reads the status', async () => {
    const wallet = await world.openWallet()
    const userToken = await tokenOf(world, wallet)
    for (const [method, url] of [
      ['GET', '/api/v1/admin/status'],
      ['POST', '/api/v1/admin/check-books'],
    ] as const) {
      const statuses = [{}, { key: wallet.adminKey }, { token: userToken }].map(
        async (credential) => (await world.call(method, url, credential)).status,
      )
      expect(await Promise.all(statuses)).toEqual([401, 403, 403])
    }
  })
})
