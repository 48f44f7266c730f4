import { randomBytes } from 'node:crypto'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { type LnurlService, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

describe.each(DIALECTS)('logging in by LNURL, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const logIn = (wallet: WorldWallet, body: object) =>
    world.call('POST', '/api/v1/lnurlauth', { key: wallet.adminKey, body })
  const challenge = (service: LnurlService, more = ''): string =>
    service.url(`/login?tag=login&k1=${randomBytes(32).toString('hex')}${more}`)

  test('LUD-04: the service verifies the signature, for each notation', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet()
    const bodies = [
      { lnurl: encodeLnurl(challenge(service)) },
      { lnurl: challenge(service).replace('http://', 'keyauth://') },
      { callback: challenge(service, '&action=login') },
    ]
    for (const body of bodies) {
      const { status, body: said } = await logIn(wallet, body)
      expect([status, said]).toEqual([
        200,
        { success: true, detail: `Logged in at ${service.host}`, domain: service.host, key: service.loggedIn.at(-1) },
      ])
    }
    expect(service.loggedIn).toHaveLength(3)
    expect(new Set(service.loggedIn).size).toBe(1)
  })

  test('a wallet is the same user after a restart and with every credential, and no other wallet is', async () => {
    const service = await openLnurlService(world)
    const [wallet, other] = [await world.openWallet(), await world.openWallet()]
    await logIn(wallet, { lnurl: challenge(service) })
    await logIn(other, { lnurl: challenge(service) })
    await world.restart()
    await logIn(wallet, { lnurl: challenge(service) })
    const byToken = { token: await tokenOf(world, wallet), body: { lnurl: challenge(service) } }
    expect((await world.call('POST', '/api/v1/lnurlauth', byToken)).status).toBe(200)
    const [first, second, third, fourth] = service.loggedIn
    expect([third, fourth]).toEqual([first, first])
    expect(second).not.toBe(first)
  })

  test('the reason of a rejection by the service is returned', async () => {
    const service = await openLnurlService(world)
    service.refusal = 'Too late'
    const { status, body } = await logIn(await world.openWallet(), { lnurl: challenge(service) })
    expect([status, body]).toEqual([
      400,
      { detail: 'The service says: Too late', code: 'lnurl_refused', params: { reason: 'Too late' } },
    ])
  })

  test('an offer that is not a log-in is not signed', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet()
    const k1 = 'ab'.repeat(32)
    const wrong = [
      service.url('/pay'),
      service.url('/login?tag=login'),
      service.url('/login?tag=login&k1=ab'),
      service.url(`/login?tag=login&k1=${k1}&action=drop`),
      'no LNURL',
    ]
    for (const lnurl of wrong) expect([lnurl, (await logIn(wallet, { lnurl })).status]).toEqual([lnurl, 400])
    for (const body of [{}, { lnurl: 7 }, { lnurl: '' }, { callback: 'x' }, { callback: 'ftp://a.example' }]) {
      expect([body, (await logIn(wallet, body)).status]).toEqual([body, 422])
    }
    expect([service.loggedIn, service.asked()]).toEqual([[], ['GET /pay']])
  })

  test('only the owner of the wallet may log in with it', async () => {
    const service = await openLnurlService(world)
    const [wallet, guest] = [await world.openWallet(), await world.openWallet()]
    const shared = await shareWallet(world, wallet, guest)
    const body = { lnurl: challenge(service) }
    const call = async (options: object, url = '/api/v1/lnurlauth') =>
      (await world.call('POST', url, { body, ...options })).status
    expect(await call({})).toBe(401)
    expect(await call({ key: wallet.invoiceKey })).toBe(403)
    expect(await call({ key: shared.wallet.adminkey })).toBe(403)
    expect(await call({ token: shared.token }, `/api/v1/lnurlauth?wallet_id=${wallet.id}`)).toBe(403)
    const stranger = await tokenOf(world, await world.openWallet())
    expect(await call({ token: stranger }, `/api/v1/lnurlauth?wallet_id=${wallet.id}`)).toBe(404)
    expect(service.asked()).toEqual([])
  })
})
