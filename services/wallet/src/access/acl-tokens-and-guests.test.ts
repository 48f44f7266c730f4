import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../test/world/accounts/make-acl-token.ts'
import { shareWallet } from '../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'
import { PERMISSIONS, type Permission } from './principal.ts'

type Method = Parameters<World['call']>[0]
type Route = readonly [Method, string]

/** Routes that admit guests, and the required permission; all others are for the owner. */
const OPEN_TO_GUESTS: Readonly<Record<string, readonly Permission[]>> = {
  'GET /api/v1/wallet': PERMISSIONS,
  'GET /api/v1/wallet/keys': PERMISSIONS,
  'GET /api/v1/wallet/paginated': PERMISSIONS,
  'GET /api/v1/payments': ['view-payments'],
  'GET /api/v1/payments/paginated': ['view-payments'],
  'GET /api/v1/payments/export': ['view-payments'],
  'GET /api/v1/payments/history': ['view-payments'],
  'GET /api/v1/payments/labels': ['view-payments'],
  'GET /api/v1/payments/stats/count': ['view-payments'],
  'GET /api/v1/payments/stats/daily': ['view-payments'],
  'GET /api/v1/payments/{checking_id}': ['view-payments'],
  'GET /api/v1/lnurlscan/{code}': PERMISSIONS,
  'POST /api/v1/lnurlscan': PERMISSIONS,
  'POST /api/v1/payments/lnurl': ['send-payments'],
  'POST /api/v1/lnurlpay': ['send-payments'],
  'POST /api/v1/lnurlwithdraw': ['receive-payments'],
}
// Those that need two permissions are in guest-rights.test.ts and notes.test.ts.
/** Decides by its body: sharing.test.ts. */
const BY_BODY = 'POST /api/v1/payments'

describe.each(LOGIC_DIALECTS)('every published route, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  /** Routes that require any credential. */
  let routes: Route[]
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [] })
    wallet = await world.openWallet(10)
    token = await tokenOf(world, wallet)
    const { paths } = (await world.call('GET', '/openapi.json')).body as { paths: Record<string, object> }
    const all = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((name) => [name.toUpperCase() as Method, path] as const),
    )
    routes = []
    for (const route of all) if ((await ask(route, {})) === 401) routes.push(route)
    expect(routes.length).toBeGreaterThan(25)
  })
  afterAll(() => world.close())

  const ask = async ([method, path]: Route, credential: { key?: string; token?: string }): Promise<number> =>
    (
      await world.call(method, path.replaceAll(/\{\w+\}/g, 'x'), {
        ...credential,
        body: method === 'GET' ? undefined : {},
      })
    ).status
  const listChoices = async (): Promise<string[]> => {
    const { body } = await world.call('GET', '/api/v1/auth/acls/endpoints', { token })
    return body.map(({ endpoint }: { endpoint: string }) => endpoint)
  }
  const tell = (routesFound: readonly (readonly [Route, number])[]) =>
    routesFound.map(([[method, path], status]) => `${method} ${path} ${status}`)

  test('rejects an ACL token whose list does not include it', async () => {
    const { token: aclToken } = await makeAclToken(world, token, ['GET /api/v1/health'])
    const found: [Route, number][] = []
    for (const route of routes) found.push([route, await ask(route, { token: aclToken })])
    expect(tell(found.filter(([, status]) => status !== 403))).toEqual([])
  })

  test('lets an ACL token with every entry do what its user may where an entry exists, and rejects it elsewhere', async () => {
    const choices = await listChoices()
    const { token: aclToken } = await makeAclToken(world, token, choices)
    const isWrong = ([[method, path], status]: readonly [Route, number]): boolean =>
      choices.includes(`${method} ${path}`) ? status === 401 || status === 403 : status !== 403
    const found: [Route, number][] = []
    for (const route of routes) found.push([route, await ask(route, { token: aclToken })])
    expect(tell(found.filter(isWrong))).toEqual([])
  })

  test.each(PERMISSIONS)('admits a guest with the right %s only to routes that allow it', async (permission) => {
    const owner = await world.openWallet(10)
    const guest = await shareWallet(world, owner, await world.openWallet(), [permission])
    const found: [Route, number][] = []
    for (const route of routes) found.push([route, await ask(route, { key: guest.wallet.adminkey })])
    const wrong = found.filter(([[method, path], status]) => {
      const route = `${method} ${path}`
      const open = OPEN_TO_GUESTS[route]?.includes(permission) === true
      return route !== BY_BODY && (open ? status === 401 || status === 403 : status !== 403)
    })
    expect(tell(wrong)).toEqual([])
    expect((await world.call('GET', '/api/v1/wallet', { key: owner.adminKey })).body.name).toBe('Test')
  })
})
