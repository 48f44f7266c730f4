import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { LNURLP } from '../lnurlp/lnurlp.ts'
import { SCRUB } from '../scrub/scrub.ts'
import { SPLITPAYMENTS } from './splitpayments.ts'

describe.each(LOGIC_DIALECTS)('a target that leads back to the wallet, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  let port: number
  beforeAll(async () => {
    port = await reservePort()
    const env = { SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}` }
    world = await openWorld({ dialect, builtIns: [LNURLP, SPLITPAYMENTS, SCRUB], env })
    await world.app.listen({ host: '127.0.0.1', port })
    payer = await world.openWallet(1_000_000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const open = async (): Promise<WorldWallet> => {
    const wallet = await world.openWallet()
    for (const id of ['lnurlp', 'splitpayments', 'scrub']) await activateExtension(world, wallet, id)
    return wallet
  }
  /** Another wallet of the same account. */
  const openSecond = async (wallet: WorldWallet): Promise<WorldWallet> => {
    const token = await tokenOf(world, wallet)
    const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
    return { id: body.id, userId: wallet.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
  }
  const link = async ({ id, adminKey: key }: WorldWallet, username = `u${id.slice(0, 12)}`) => {
    const body = { description: 'Me', min: 1, max: 1000, username }
    const answer = await world.call('POST', '/lnurlp/api/v1/', { key, body })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const byOtherName = ({ id }: { id: string }): string => encodeLnurl(`http://localhost:${port}/lnurlp/lnurl/${id}`)
  const split = ({ adminKey: key }: WorldWallet, target: string) =>
    world.call('POST', '/splitpayments/api/v1/', { key, body: { target, percent: 10 } })
  const scrub = ({ adminKey: key }: WorldWallet, payoraddress: string, query = '') =>
    world.call('POST', `/scrub/api/v1/${query}`, { key, body: { description: 'All', payoraddress } })

  test('a share to the own wallet is rejected: by a link, by an address, by another host name, and over another wallet', async () => {
    const a = await open()
    const b = await openSecond(a)
    const [ofA, ofB] = [await link(a), await link(b)]
    const refused = { status: 422, body: { detail: 'body.target: leads back to the wallet itself.' } }
    for (const target of [ofA.lnurl, ofA.lightning_address, byOtherName(ofA)]) {
      expect(await split(a, target)).toMatchObject(refused)
    }
    const made = await split(a, ofB.lightning_address)
    expect(made).toMatchObject({ status: 201, body: { leads_to: b.id } })
    const path = `/splitpayments/api/v1/${made.body.id}`
    expect(await world.call('PUT', path, { key: a.adminKey, body: { target: ofA.lnurl } })).toMatchObject(refused)
    expect((await world.call('PUT', path, { key: a.adminKey, body: { percent: 11 } })).status).toBe(200)
    for (const target of [a.id, ofA.lightning_address]) expect(await split(b, target)).toMatchObject(refused)
  })

  test('the same target is accepted when the wallet behind it belongs to another account', async () => {
    const made = await split(await open(), (await link(await open())).lnurl)
    expect(made.status).toBe(201)
    expect(made.body).not.toHaveProperty('leads_to')
  })

  test('a scrub target is rejected under every name, also without verification', async () => {
    const wallet = await open()
    const ofWallet = await link(wallet)
    for (const target of [ofWallet.lnurl, ofWallet.lightning_address, byOtherName(ofWallet)]) {
      for (const query of ['', '?verify=false']) {
        const { status, body } = await scrub(wallet, target, query)
        expect([status, body.detail]).toEqual([400, 'The target leads back to the wallet that pays.'])
      }
    }
  })

  test('a target that leads back since it was saved is not paid', async () => {
    const wallet = await open()
    const other = await openSecond(wallet)
    const name = `me${wallet.id.slice(0, 8)}`
    const before = await link(other, name)
    const made = await scrub(wallet, before.lightning_address)
    expect(made.status).toBe(201)
    await world.call('DELETE', `/lnurlp/api/v1/${before.id}`, { key: other.adminKey })
    await link(wallet, name)
    expect((await world.send(payer, (await world.invoice(wallet, 100)).payment_request)).status).toBe(201)
    await world.tick()
    const jobs = await world.call('GET', `/scrub/api/v1/${made.body.id}/jobs`, { key: wallet.adminKey })
    expect(jobs.body).toMatchObject([{ state: 'waiting', error: 'The target leads back to the wallet that pays.' }])
  })
})
