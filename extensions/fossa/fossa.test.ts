import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import {
  codeText,
  driveFossa,
  FOSSA_RATES,
  GOOD_MACHINE,
} from '../../services/wallet/test/world/extensions/drive-fossa.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openSoftwareDevice } from '../../services/wallet/test/world/extensions/software-device.ts'
import { openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { FOSSA } from './fossa.ts'

extensionContract(FOSSA, {
  create: (n) => ({ ...GOOD_MACHINE, title: `Kiosk ${n}` }),
  missing: 'daily_limit',
  patch: { title: 'Another kiosk', daily_limit: 5000 },
  env: FOSSA_RATES,
  async settle(world, _owner, item) {
    const [id, key] = [String(item['id']), String(item['key'])]
    const p = codeText(openSoftwareDevice(key).authenticated(100))
    const { k1 } = (await world.call('GET', `/fossa/lnurl/${id}?p=${p}`)).body
    const { bolt11 } = await world.foreignInvoice(2_000_000)
    await world.call('GET', `/fossa/lnurl/${id}/cb?k1=${k1}&pr=${bolt11}`)
  },
})

const OK = { status: 'OK' }
const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

describe.each(LOGIC_DIALECTS)('an offline ATM, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [FOSSA], env: FOSSA_RATES })
    owner = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'fossa')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  const { make, see, claims, scan, take, release } = driveFossa(
    () => world,
    () => owner,
  )

  test('a code is worth its cash less the profit, can be scanned repeatedly, and is paid once', async () => {
    const { id, device } = await make({ profit: 2.5 })
    const code = device.masked(1250)
    const offer = await scan(id, codeText(code))
    // 12.50 USD are 25,000 sat.
    expect(offer).toMatchObject({ tag: 'withdrawRequest', minWithdrawable: 24_375_000, maxWithdrawable: 24_375_000 })
    expect((await scan(id, code.toString('base64'))).k1).toBe(offer.k1)
    expect(await claims(id)).toMatchObject([{ amount: 12.5, sats: 24_375, state: 'open', payment_hash: null }])
    const before = await world.balanceMsat(owner)
    expect(await take(id, offer.k1, 24_375)).toEqual(OK)
    await world.tick()
    expect(before - (await world.balanceMsat(owner))).toBe(24_375_000)
    expect(await scan(id, codeText(code))).toEqual(refused('has been paid out'))
    expect(await take(id, offer.k1, 24_375)).toEqual(refused('has been paid out'))
    const [claim] = await claims(id)
    expect(claim).toMatchObject({ state: 'paid', payment_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await see(id)).toMatchObject({ claimed_total: 24_375, claims_today: 1, claimed_today: 24_375 })
    expect((await release(id, claim.id)).status).toBe(400)
  })

  test('fifty concurrent callbacks pay one code once', async () => {
    const { id, device } = await make()
    const { k1 } = await scan(id, codeText(device.authenticated(100)))
    const invoices = await Promise.all(Array.from({ length: 50 }, () => world.foreignInvoice(2_000_000)))
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(
      invoices.map(({ bolt11 }) => world.call('GET', `/fossa/lnurl/${id}/cb?k1=${k1}&pr=${bolt11}`)),
    )
    await world.tick()
    expect(answers.filter(({ body }) => body.status === 'OK')).toHaveLength(1)
    expect(before - (await world.balanceMsat(owner))).toBe(2_000_000)
    expect(await see(id)).toMatchObject({ claimed_total: 2000, claims_today: 1 })
  })

  test('twenty concurrent first scans of one code share one claim', async () => {
    const { id, device } = await make()
    const code = codeText(device.masked(100))
    const offers = await Promise.all(Array.from({ length: 20 }, () => scan(id, code)))
    expect(new Set(offers.map(({ k1 }) => k1)).size).toBe(1)
    expect(await claims(id)).toHaveLength(1)
  })

  test('concurrent codes share the limit of the day, and the next day has its own', async () => {
    const { id, device } = await make({ daily_limit: 5000 })
    const codes = Array.from({ length: 6 }, () => codeText(device.authenticated(100)))
    const offers = await Promise.all(codes.map((code) => scan(id, code)))
    const answers = await Promise.all(offers.map(({ k1 }) => take(id, k1, 2000)))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(2)
    expect(answers.find(({ status }) => status === 'ERROR')).toEqual(refused('limit for today'))
    await world.tick()
    expect(await see(id)).toMatchObject({ claimed_today: 4000, claims_today: 2, claimed_total: 4000 })
    world.advance(86_400)
    expect(await see(id)).toMatchObject({ claimed_today: 0, claims_today: 0, claimed_total: 4000 })
    const open = codes[answers.findIndex(({ status }) => status === 'ERROR')] ?? ''
    expect(await take(id, (await scan(id, open)).k1, 2000)).toEqual(OK)
    await world.tick()
    expect(await see(id)).toMatchObject({ claimed_today: 2000, claims_today: 1, claimed_total: 6000 })
  })

  test('a payout with an unknown outcome keeps its claim over a restart and cannot be released until the node reports it', async () => {
    const { id, device } = await make()
    const code = codeText(device.authenticated(100))
    const { k1 } = await scan(id, code)
    const { bolt11, hash } = await world.foreignInvoice(2_000_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.call('GET', `/fossa/lnurl/${id}/cb?k1=${k1}&pr=${bolt11}`)).body).toEqual(OK)
    await world.tick()
    await world.restart()
    world.advance(700)
    await world.tick()
    const [claim] = await claims(id)
    expect(claim).toMatchObject({ state: 'reserved', payment_hash: hash })
    expect(await scan(id, code)).toEqual(refused('being paid out'))
    expect(await release(id, claim.id)).toMatchObject({ status: 400 })
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
    expect(await claims(id)).toMatchObject([{ state: 'paid' }])
  })

  test('a payout that has finally failed opens its claim again, at its price, and the old k1 stays consumed', async () => {
    const { id, device } = await make()
    const code = codeText(device.authenticated(100))
    const { k1 } = await scan(id, code)
    const { bolt11, hash } = await world.foreignInvoice(2_000_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['fail'] })
    await world.call('GET', `/fossa/lnurl/${id}/cb?k1=${k1}&pr=${bolt11}`)
    await world.tick()
    expect(await claims(id)).toMatchObject([{ state: 'open', payment_hash: null }])
    expect(await see(id)).toMatchObject({ claimed_total: 0, claims_today: 0, claimed_today: 0 })
    expect(await take(id, k1, 2000)).toEqual(refused('not known'))
    expect(await take(id, (await scan(id, code)).k1, 2000)).toEqual(OK)
    await world.tick()
    expect(await see(id)).toMatchObject({ claimed_total: 2000 })
  })

  test('a code is paid once to a Lightning address, and an address that cannot be paid does not use it up', async () => {
    const service = await openLnurlService(world)
    const { id, device } = await make()
    const send = (p: string, address: string) =>
      world.call('POST', `/fossa/public/${id}/claims`, { body: { p, address } })
    const code = codeText(device.authenticated(100))
    service.refusal = 'Not today'
    expect(await send(code, `alice@${service.host}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Not today') },
    })
    await world.tick()
    expect(await claims(id)).toMatchObject([{ state: 'open' }])
    const german = { 'accept-language': 'de' }
    const body = { p: code, address: `alice@${service.host}` }
    expect((await world.call('POST', `/fossa/public/${id}/claims`, { body, headers: german })).body.detail).toMatch(
      /^Der Code bleibt gültig\. Die Adresse hat die Zahlung nicht angenommen: .*Not today/,
    )
    await world.tick()
    service.refusal = undefined
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(code, `alice@${service.host}`)))
    await world.tick()
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.paid)).toEqual([true])
    expect(before - (await world.balanceMsat(owner))).toBe(2_000_000)
    expect(await claims(id)).toMatchObject([{ state: 'paid' }])
    expect(await send(codeText(device.authenticated(5)), owner.id)).toMatchObject({ status: 422 })
  })
})
