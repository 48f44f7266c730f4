import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const PATH = '/api/v1/auth/me/preferences'
const DEFAULTS = {
  locale: null,
  currency: null,
  unit: 'sat',
  theme: 'system',
  start_wallet_id: null,
  hide_balance: false,
  notify: false,
  notify_min_sats: 0,
  notify_mail: false,
  notify_nostr: false,
  notify_operator: false,
}

describe.each(LOGIC_DIALECTS)('preferences, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const read = async (token: string) => (await world.call('GET', PATH, { token })).body
  const change = (token: string, body: object) => world.call('PUT', PATH, { token, body })

  test('preferences are those of the service until the user sets them, and a change leaves the others', async () => {
    const { token } = await register(world)
    expect(await read(token)).toEqual(DEFAULTS)
    expect((await change(token, {})).body).toEqual(DEFAULTS)
    const first = {
      locale: 'de-AT',
      currency: 'EUR',
      unit: 'fiat',
      hide_balance: true,
      notify: true,
      notify_min_sats: 21,
    }
    expect((await change(token, { ...first, locale: 'de-at', currency: 'eur' })).body).toEqual({
      ...DEFAULTS,
      ...first,
    })
    expect((await change(token, { theme: 'dark', notify: false })).status).toBe(200)
    const both = { ...DEFAULTS, ...first, theme: 'dark', notify: false }
    expect(await read(token)).toEqual(both)
    expect((await change(token, { locale: null, currency: null })).body).toEqual({
      ...both,
      locale: null,
      currency: null,
    })
  })

  test('concurrent changes from two devices are both stored', async () => {
    const { token } = await register(world)
    const answers = await Promise.all([change(token, { theme: 'light' }), change(token, { unit: 'fiat' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await read(token)).toEqual({ ...DEFAULTS, theme: 'light', unit: 'fiat' })
  })

  test('the wallet that opens first is one that the user can see, as long as that is so', async () => {
    const [user, owner] = [await world.openWallet(), await world.openWallet()]
    const token = await tokenOf(world, user)
    expect((await change(token, { start_wallet_id: owner.id })).status).toBe(422)
    expect((await change(token, { start_wallet_id: user.id })).body.start_wallet_id).toBe(user.id)
    const { shareId } = await shareWallet(world, owner, user, ['receive-payments'])
    expect((await change(token, { start_wallet_id: owner.id })).body.start_wallet_id).toBe(owner.id)
    // While its owner is disabled the app opens a wallet that works.
    await writeDirectly(world, `UPDATE users SET disabled_at = 1 WHERE id = '${owner.userId}'`)
    expect((await read(token)).start_wallet_id).toBeNull()
    expect((await change(token, { start_wallet_id: owner.id })).status).toBe(422)
    await writeDirectly(world, `UPDATE users SET disabled_at = NULL WHERE id = '${owner.userId}'`)
    expect((await read(token)).start_wallet_id).toBe(owner.id)
    await world.call('DELETE', `/api/v1/wallet/share/${shareId}`, { key: owner.adminKey })
    expect((await read(token)).start_wallet_id).toBeNull()
    await change(token, { start_wallet_id: user.id })
    await world.call('DELETE', '/api/v1/wallet', { key: user.adminKey })
    expect((await read(token)).start_wallet_id).toBeNull()
    expect((await change(token, { start_wallet_id: user.id })).status).toBe(422)
  })

  test.each([
    { locale: 'de_AT' },
    { locale: 'x' },
    { locale: '' },
    { locale: 7 },
    { currency: 'XXX' },
    { unit: 'btc' },
    { theme: null },
    { start_wallet_id: 'unknown' },
    { start_wallet_id: '\u0000' },
    { hide_balance: 'yes' },
    { notify_min_sats: -1 },
    { notify_mail: 'yes' },
    { colour: 'red' },
  ])('%j is 422 and changes nothing', async (body) => {
    const { token } = await register(world)
    expect((await change(token, { theme: 'dark', ...body })).status).toBe(422)
    expect(await read(token)).toEqual(DEFAULTS)
  })

  test('preferences belong to the user: not to a wallet key or another user, and are deleted with the account', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    await change(token, { theme: 'dark' })
    expect((await world.call('GET', PATH)).status).toBe(401)
    expect((await world.call('GET', PATH, { key: wallet.adminKey })).status).toBe(403)
    expect((await world.call('PUT', PATH, { key: wallet.adminKey, body: {} })).status).toBe(403)
    const other = await register(world)
    expect(await read(other.token)).toEqual(DEFAULTS)
    expect((await world.call('DELETE', '/api/v1/auth/me', { token })).status).toBe(200)
    const left = await world.db.list(
      'SELECT user_id FROM user_preferences WHERE user_id = $1',
      [wallet.userId],
      (row) => row,
    )
    expect(left).toEqual([])
  })
})
