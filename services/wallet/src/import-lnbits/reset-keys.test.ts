import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LNDHUB } from '../../../../extensions/lndhub/lndhub.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('keys of imported wallets, on %s', (dialect) => {
  let world: ImportedWorld
  beforeAll(async () => {
    world = await openImportedWorld({ dialect, builtIns: [LNDHUB], rows: (now) => ({ core: smallCore(now) }) })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const auth = async (body: object) => (await world.call('POST', '/lndhub/ext/auth', { body })).body
  const balance = async (token: string) =>
    (await world.call('GET', '/lndhub/ext/balance', { headers: { authorization: `Bearer ${token}` } })).body

  test('new keys that keep LndHub logins end only those with the old keys as passwords, and their tokens', async () => {
    const key = hex('purse admin')
    const made = await world.call('POST', '/lndhub/api/v1/', { key, body: { label: 'Phone', mode: 'admin' } })
    const { login, secret: password } = made.body
    const { access_token: token } = await auth({ login: 'admin', password: key })
    expect(await balance(token)).toHaveProperty('BTC')
    const reset = await world.call('PUT', '/api/v1/wallet/reset', { key, body: { keep: ['lndhub-login'] } })
    expect(reset.status).toBe(200)
    const bad = { error: true, code: 1 }
    expect(await auth({ login: 'admin', password: key })).toMatchObject(bad)
    expect(await auth({ login: 'invoice', password: hex('purse invoice') })).toMatchObject(bad)
    expect(await balance(token)).toMatchObject(bad)
    expect(await balance(key)).toMatchObject(bad)
    expect(await auth({ login, password })).toHaveProperty('access_token')
    const left = await world.call('GET', '/lndhub/api/v1/', { key: reset.body.adminkey })
    expect(left.body.map(({ label }: { label: string }) => label)).toEqual(['Phone'])
  })
})
