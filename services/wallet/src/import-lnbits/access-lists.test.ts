import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LNURLP } from '../../../../extensions/lnurlp/lnurlp.ts'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { smallItems } from '../../test/world/lnbits/small-items.ts'
import { hex, PASSWORD, smallCore, TOKEN_IDS, TOKEN_SECRET } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { ReportJson } from './report.ts'

describe.each(LOGIC_DIALECTS)('access lists of LNbits, on %s', (dialect) => {
  let world: ImportedWorld
  beforeAll(async () => {
    world = await openImportedWorld({
      dialect,
      builtIns: [LNURLP],
      rows: (now) => ({ lnurlp: smallItems(now)['lnurlp'] ?? {}, core: smallCore(now) }),
      tokenSecret: TOKEN_SECRET,
    })
    await world.restart({})
  })
  afterAll(async () => {
    await world.close()
  })

  /** Signed like those of LNbits. */
  const sign = (id: string, { secret = TOKEN_SECRET, minutes = 60 } = {}): string => {
    const claims = { sub: 'carol', auth_time: 1_700_000_000, api_token_id: id }
    return createSigner({ key: secret, algorithm: 'HS256' })({ ...claims, exp: world.nowSeconds() + minutes * 60 })
  }
  const [first, second] = TOKEN_IDS
  const acl = JSON.parse(
    String(smallCore(1_790_000_000).accounts.find((row) => row['username'] === 'carol')?.['access_control_list']),
  )[0]
  const statusOf = async (method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<number> =>
    (await world.call(method, path, { token, ...(body !== undefined && { body }) })).status

  test('a token does what its list allows, and nothing else', async () => {
    const token = sign(first)
    expect((await world.call('GET', '/api/v1/wallet', { token })).body).toMatchObject({ id: hex('purse') })
    expect((await world.call('GET', '/lnbits/api/v1/wallet', { token })).status).toBe(200)
    expect(await statusOf('GET', '/api/v1/payments?limit=1', token)).toBe(200)
    expect(await statusOf('POST', '/api/v1/payments', token, { out: false, amount: 5 })).toBe(201)
    for (const path of ['/lnurlp/api/v1/', '/lnurlp/api/v1', '/lnurlp/api/v1/links']) {
      expect(await statusOf('GET', path, token)).toBe(await statusOf('GET', path, await logIn()))
    }
    // Rejected without the write permission.
    expect(await statusOf('POST', '/lnurlp/api/v1/links', token, { description: 'x', min: 1, max: 2 })).toBe(403)
    expect(await statusOf('GET', '/api/v1/wallets', token)).toBe(403)
    // A token cannot administer this service, whatever its list allows.
    expect(await statusOf('GET', '/users/api/v1/user', token)).toBe(403)
    expect(await statusOf('GET', '/api/v1/auth/acls', token)).toBe(403)
  })

  test('a token that has expired, or has another signature or id, is invalid', async () => {
    const wrong = [sign(first, { minutes: -1 }), sign(first, { secret: 'x' }), sign(hex('unknown')), 'a.b.c']
    for (const token of wrong) expect(await statusOf('GET', '/api/v1/wallet', token)).toBe(401)
  })

  test('its owner sees the list, changes it, and revokes a token', async () => {
    const token = await logIn()
    const [list] = (await world.call('GET', '/api/v1/auth/acls', { token })).body
    expect(list).toMatchObject({ name: 'Till', tokens: [{ name: 'Till 1' }, { name: 'Till 2' }] })
    const url = `/api/v1/auth/acls/${list.id as string}`
    const body = { allowed_endpoints: list.allowed_endpoints }
    expect((await world.call('PUT', url, { token, body })).status).toBe(200)
    expect((await world.call('DELETE', `${url}/tokens/${list.tokens[1].id as string}`, { token })).status).toBe(200)
    expect(await statusOf('GET', '/api/v1/wallet', sign(second))).toBe(401)
    expect(await statusOf('GET', '/api/v1/wallet', sign(first))).toBe(200)
  })

  test('the report names paths that do not exist here', () => {
    expect(JSON.stringify(world.report)).toContain('/api/v1/fiat')
    expect(JSON.stringify(world.report)).not.toContain(TOKEN_SECRET)
  })

  test('repeated or empty ids are reported with their account, and the dry run and the import continue', async () => {
    const other = await openWorld({ dialect })
    const now = other.nowSeconds()
    const core = smallCore(now)
    const list = (ids: readonly (string | null)[]) => ({
      ...acl,
      token_id_list: ids.map((id) => ({ id, name: 'Till', expires_at: null })),
    })
    const lists = JSON.stringify([list([first, first, '', null]), list([second, first])])
    const accounts = core.accounts.map((row) =>
      row['username'] === 'carol' ? { ...row, access_control_list: lists } : row,
    )
    const lnbits = await buildLnbits({ dialect, rows: { core: { ...core, accounts } } })
    const reports: ReportJson[] = []
    const options = { tokenSecret: TOKEN_SECRET, show: (report: ReportJson) => void reports.push(report) }
    expect(await importBuilt(other, lnbits, { ...options, dryRun: true })).toBe('rehearsed')
    expect(await other.db.list('SELECT id FROM users', [], (row) => row)).toEqual([])
    expect(await importBuilt(other, lnbits, options)).toBe('imported')
    for (const { counts, left_out: leftOut } of reports) {
      expect(counts['tokens of access lists']).toBe(2)
      const kind = 'tokens of access lists'
      expect(leftOut).toContainEqual({ kind, why: 'they have no id', n: 2, examples: ['carol', 'carol'] })
      expect(leftOut).toContainEqual({ kind, why: 'another one has the same id', n: 2, examples: ['carol', 'carol'] })
    }
    expect(reports).toHaveLength(2)
    await lnbits.drop()
    await other.close()
  })

  const logIn = async (): Promise<string> =>
    (await world.call('POST', '/api/v1/auth', { body: { username: 'carol', password: PASSWORD } })).body.access_token
})
