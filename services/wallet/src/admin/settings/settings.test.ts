import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { SETTING_NAMES } from '../../config/settings.ts'
import { openLiveSettings } from './live-settings.ts'

const ROOT = { username: 'root', password: 'correct horse' }
const ENV = { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password, SERVICE_MAX_PAYMENT_SATS: '5000' }
const URL = '/api/v1/admin/settings'

function configOf(env: Readonly<Record<string, string>>): Config {
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join())
  return read.config
}

interface Line {
  readonly id: number
  readonly action: string
}

describe.each(LOGIC_DIALECTS)('settings, on %s', (dialect) => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect, env: ENV })
    token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
  })
  afterEach(async () => {
    expect((await change({ reset: SETTING_NAMES })).status).toBe(200)
  })
  afterAll(() => world.close())

  const read = async (url = URL) => (await world.call('GET', url, { token })).body
  const change = (body: object, url = URL) => world.call('PUT', url, { token, body })
  const linesSince = async (last = 0) => {
    const { body } = await world.call('GET', '/admin/api/v1/audit?limit=100', { token })
    return body.data.filter(({ id, action }: Line) => id > last && action.startsWith('setting'))
  }
  const lastLine = async () => (await linesSince())[0]?.id

  test('all settings under both paths, initially from the environment (S530)', async () => {
    const here = await read()
    expect(Object.keys(here).sort()).toEqual([...SETTING_NAMES].sort())
    expect(here).toMatchObject({
      max_payment_sats: 5000,
      allow_new_accounts: true,
      site_name: 'Satchel',
      max_pending: 10_000,
    })
    expect(await read('/admin/api/v1/settings')).toEqual(here)
  })

  test('settings can be written back as read', async () => {
    const before = await read()
    const { status, body } = await change(before)
    expect([status, body]).toEqual([200, before])
  })

  test('a change has only the changed fields, answers all, and survives a restart and the environment', async () => {
    const before = await read()
    const changed = await change({ max_payment_sats: 7000, site_motd: 'back at noon' }, '/admin/api/v1/settings')
    const wanted = { ...before, max_payment_sats: 7000, site_motd: 'back at noon' }
    expect([changed.status, changed.body]).toEqual([200, wanted])
    await world.restart()
    expect(await read()).toEqual(wanted)
    expect((await change({ reset: ['max_payment_sats'] })).body).toMatchObject({
      max_payment_sats: 5000,
      site_motd: 'back at noon',
    })
  })

  test('live: the next request uses the new value', async () => {
    const wallet = await world.openWallet(10_000)
    const invoice = async (amount: number) =>
      (await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, amount } })).status
    expect(await invoice(5001)).toBe(400)
    await change({ max_payment_sats: 6000 })
    expect([await invoice(6000), await invoice(6001)]).toEqual([201, 400])

    await change({ fee_reserve_min_msat: 77_000, fee_reserve_ppm: 0 })
    const { bolt11, hash } = await world.foreignInvoice(1_000_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(10_000_000 - 1_000_000 - 77_000)
    const reserve = await world.call('GET', `/api/v1/payments/fee-reserve?invoice=${bolt11}`)
    expect(reserve.body.fee_reserve).toBe(77_000)

    await change({ max_pending_per_wallet: 1 })
    expect((await world.send(wallet, (await world.foreignInvoice(1000)).bolt11)).body.detail).toMatch(/in flight/)

    await change({ site_name: 'Corner shop', site_motd: 'hello' })
    expect((await world.call('GET', '/api/v1/status')).body).toMatchObject({
      site_name: 'Corner shop',
      site_motd: 'hello',
      public_url: expect.stringMatching(/^https?:\/\//),
    })
  })

  test('immediate effect: who may register, how to log in, and who may use the service', async () => {
    const register = async (username: string) =>
      (await world.call('POST', '/api/v1/auth/register', { body: { username, password: 'a good password' } })).status
    await change({ allow_new_accounts: false })
    expect(await register('first')).toBe(403)
    await change({ allow_new_accounts: true })
    expect(await register('second')).toBe(201)

    const wallet = await world.openWallet()
    const userToken = await tokenOf(world, wallet)
    const me = async () => (await world.call('GET', '/api/v1/auth', { token: userToken })).status
    await change({ allowed_users: ['00000000-0000-4000-8000-000000000000'] })
    expect(await me()).toBe(403)
    await change({ allowed_users: [wallet.userId] })
    expect(await me()).toBe(200)
    await change({ allowed_users: ['00000000000040008000000000000000'] })
    expect(await me()).toBe(403)
    await change({ allowed_users: [wallet.userId.replaceAll('-', '')] })
    expect(await me()).toBe(200)

    await change({ auth_allowed_methods: ['nostr-auth-nip98'] })
    expect((await world.call('POST', '/api/v1/auth', { body: ROOT })).status).toBe(403)
  })

  test('live: a held payment waits as long as the setting says at the time of holding', async () => {
    await change({ hold_seconds: 60 })
    const [payer, payee] = [await world.openWallet(100), await world.openWallet()]
    const invoice = await world.invoice(payee, 10, { hold: true })
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    world.advance(61)
    await world.tick()
    expect(
      (await world.call('GET', `/api/v1/payments/${invoice.checking_id}`, { key: payee.invoiceKey })).body.details
        .status,
    ).toBe('failed')
    expect(await world.balanceMsat(payer)).toBe(100_000)
  })

  test('restart: the new rate limit applies after the next start', async () => {
    await change({ rate_limit_requests: 2, rate_limit_unit: 'hour' })
    const statuses = async () => {
      const found: number[] = []
      for (let call = 0; call < 3; call += 1) found.push((await world.call('GET', '/api/v1/status')).status)
      return found
    }
    expect(await statuses()).toEqual([200, 200, 200])
    await world.restart()
    expect(await statuses()).toEqual([200, 200, 429])
    await writeDirectly(world, `DELETE FROM settings WHERE name LIKE 'setting:rate_limit%'`)
    await world.restart()
  }, 60_000)

  test.each([
    { unknown_setting: 1 },
    { halted: 'x' },
    { max_payment_sats: 0 },
    { max_payment_sats: '5' },
    { max_payment_sats: 1.5 },
    { max_payment_sats: null },
    { auth_allowed_methods: [] },
    { auth_allowed_methods: ['telepathy'] },
    { allowed_users: ['unknown'] },
    { require_second_factor: 'some' },
    { site_name: '' },
    { site_motd: 'a\u0000b' },
    { reset: ['halted'] },
    { reset: ['site_name'], site_name: 'both' },
    { max_pending: 5, fee_reserve_ppm: -1 },
  ])('%j is 422 and changes nothing, not even its valid part', async (body) => {
    const [before, last] = [await read(), await lastLine()]
    const answer = await change(body)
    expect([answer.status, answer.body.detail]).toEqual([422, expect.any(String)])
    expect(await read()).toEqual(before)
    expect(await linesSince(last)).toEqual([])
  })

  test('each change and each reset is in the audit log, with actor and value', async () => {
    const last = await lastLine()
    await change({ max_pending: 7, site_motd: 'closed' })
    await change({ reset: ['max_pending', 'site_name'] })
    const { id } = (await world.call('GET', '/api/v1/auth', { token })).body
    expect(await linesSince(last)).toMatchObject([
      { actor: id, action: 'setting-reset', subject: 'max_pending', detail: {} },
      { actor: id, action: 'setting-changed', subject: 'site_motd', detail: { value: 'closed' } },
      { actor: id, action: 'setting-changed', subject: 'max_pending', detail: { value: 7 }, address: '127.0.0.1' },
    ])
  })

  test('an invalid stored value is ignored, and does not stop the start', async () => {
    await writeDirectly(
      world,
      `INSERT INTO settings (name, value) VALUES ('setting:max_pending', '-1'), ('setting:fee_reserve_ppm', '{'), ('setting:hold_seconds', '33')`,
    )
    await world.restart()
    expect(await read()).toMatchObject({ max_pending: 10_000, fee_reserve_ppm: 10_000, hold_seconds: 33 })
  })

  test('an administrator who is locked out starts with SERVICE_IGNORE_STORED_SETTINGS, resets, and starts again', async () => {
    await change({ auth_allowed_methods: ['nostr-auth-nip98'] })
    const { config, values, refresh, stop } = await openLiveSettings({
      db: world.db,
      log: SILENT_LOG,
      config: configOf({ SERVICE_IGNORE_STORED_SETTINGS: 'true' }),
    })
    expect(config.accounts.methods.has('username-password')).toBe(true)
    await refresh()
    expect(values().auth_allowed_methods).toContain('username-password')
    await stop()
  })
})

test('several processes: a change by one applies in the others within a second', async () => {
  const world = await openWorld({ dialect: 'postgres', env: ENV })
  const other = await openLiveSettings({ db: world.db, config: configOf({}), log: SILENT_LOG })
  const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body
  await world.call('PUT', URL, { token, body: { max_pending: 3 } })
  await expect.poll(() => other.config.payments.caps.overall, { timeout: 5000 }).toBe(3)
  await other.stop()
  await world.close()
})
