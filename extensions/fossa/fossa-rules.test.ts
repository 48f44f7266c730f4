import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { codeText, driveFossa, FOSSA_RATES } from '../../services/wallet/test/world/extensions/drive-fossa.ts'
import { openSoftwareDevice } from '../../services/wallet/test/world/extensions/software-device.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { FOSSA } from './fossa.ts'

const OK = { status: 'OK' }
const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

describe('the rules of an offline ATM', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [FOSSA], env: FOSSA_RATES })
    owner = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'fossa')
  })
  afterAll(() => world.close())
  const { create, make, put, see, claims, scan, take, release } = driveFossa(
    () => world,
    () => owner,
  )

  test.each([
    [{ title: '' }, 'title'],
    [{ currency: 'XXX' }, 'currency'],
    [{ profit: 51 }, 'profit'],
    [{ profit: -1 }, 'profit'],
    [{ daily_limit: 0 }, 'daily_limit'],
    [{ max_claim: 0 }, 'max_claim'],
    [{ valid_days: -1 }, 'valid_days'],
  ])('%j is 422 and named', async (body, field) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('the key is shown once and stored encrypted, and a new one invalidates the old one', async () => {
    const { id, key, device } = await make()
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(await see(id)).not.toHaveProperty('key')
    expect((await put(id, { title: 'Same key' })).body).not.toHaveProperty('key')
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(rows.join('')).not.toContain(key)
    expect(await scan(id, codeText(device.authenticated(5)))).toMatchObject({ tag: 'withdrawRequest' })
    const rekey = (more: object) => world.call('POST', `/fossa/api/v1/${id}/rekey`, more)
    expect((await rekey({})).status).toBe(401)
    expect((await rekey({ key: owner.invoiceKey })).status).toBe(403)
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'fossa')
    expect((await rekey({ key: stranger.adminKey })).status).toBe(404)
    const { body } = await rekey({ key: owner.adminKey })
    expect(body.key).not.toBe(key)
    expect(await scan(id, codeText(device.authenticated(5)))).toEqual(refused('cannot be read'))
    const again = openSoftwareDevice(body.key)
    expect(await scan(id, codeText(again.authenticated(5)))).toMatchObject({ tag: 'withdrawRequest' })
  })

  test('an altered code is rejected, and an unsigned one unless max_claim limits it', async () => {
    const { id, device } = await make()
    const code = device.masked(100)
    code[12] = (code[12] ?? 0) ^ 1
    expect(await scan(id, codeText(code))).toEqual(refused('cannot be read'))
    const unsigned = codeText(device.salted(100))
    expect(await scan(id, unsigned)).toEqual(refused('max_claim'))
    expect(await claims(id)).toEqual([])
    await put(id, { max_claim: 2000 })
    expect(await take(id, (await scan(id, unsigned)).k1, 2000)).toEqual(OK)
    expect(await scan(id, codeText(device.salted(101)))).toEqual(refused('2,000 sat at most'))
    expect(await scan('nothing', unsigned)).toEqual(refused('no such'))
  })

  test('a price is fixed for ten minutes whatever the rate, then computed again', async () => {
    const { id, device } = await make()
    const code = codeText(device.authenticated(100))
    const first = await scan(id, code)
    await world.restart({ SERVICE_FIXED_RATES: '{"USD":100000}' })
    world.advance(599)
    expect(await scan(id, code)).toEqual(first)
    world.advance(1)
    expect(await take(id, first.k1, 2000)).toEqual(refused('price has expired'))
    const second = await scan(id, code)
    expect(second).toMatchObject({ maxWithdrawable: 1_000_000 })
    expect(await take(id, first.k1, 1000)).toEqual(refused('not known'))
    expect(await take(id, second.k1, 2000)).toEqual(refused('for 1,000 sat'))
    expect(await take(id, second.k1, 1000)).toEqual(OK)
    await world.restart(FOSSA_RATES)
  })

  test('without a rate a code is rejected with the reason, and can be claimed later', async () => {
    const { id, device } = await make()
    const code = codeText(device.authenticated(100))
    await world.restart({ SERVICE_FIXED_RATES: '' })
    expect(await scan(id, code)).toMatchObject({ status: 'ERROR', reason: expect.stringMatching(/rate|price/i) })
    await world.restart(FOSSA_RATES)
    expect(await scan(id, code)).toMatchObject({ maxWithdrawable: 2_000_000 })
  })

  test('a machine in sat needs no rate, and a disabled one pays nothing', async () => {
    const { id, device } = await make({ currency: 'sat', profit: 10 })
    const code = codeText(device.authenticated(105))
    const { k1, maxWithdrawable } = await scan(id, code)
    expect(maxWithdrawable).toBe(94_000)
    await put(id, { enabled: false })
    expect(await scan(id, code)).toEqual(refused('switched off'))
    expect(await take(id, k1, 94)).toEqual(refused('switched off'))
    expect(await scan(id, codeText(device.authenticated(1)))).toEqual(refused('switched off'))
    await put(id, { enabled: true })
    expect(await take(id, k1, 94)).toEqual(OK)
    expect(await scan(id, codeText(device.authenticated(1)))).toEqual(refused('less than a satoshi'))
  })

  test('an expired code is valid again when its operator renews it', async () => {
    const { id, device } = await make({ valid_days: 1 })
    const code = codeText(device.authenticated(100))
    await scan(id, code)
    world.advance(86_400)
    expect(await scan(id, code)).toEqual(refused('has expired'))
    const [claim] = await claims(id)
    expect(claim.state).toBe('expired')
    const other = await make()
    expect((await release(other.id, claim.id)).status).toBe(404)
    expect(await release(id, claim.id)).toMatchObject({ status: 200, body: { id: claim.id, state: 'open' } })
    expect(await take(id, (await scan(id, code)).k1, 2000)).toEqual(OK)
    const key = { key: owner.invoiceKey }
    expect((await world.call('POST', `/fossa/api/v1/${id}/claims/${claim.id}/release`, key)).status).toBe(403)
    expect((await world.call('GET', `/fossa/api/v1/${id}/claims`)).status).toBe(401)
    expect((await world.call('GET', `/fossa/api/v1/${id}/claims?limit=101`, key)).status).toBe(422)
  })

  test('its page shows the code as LNURL for the same claim', async () => {
    const { id, device } = await make({ title: 'Kiosk <b>' })
    const code = device.masked(100).toString('base64')
    const page = await world.call('GET', `/fossa/p/${id}?p=${encodeURIComponent(code)}`)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body).toContain('2,000 sat')
    expect(page.body).not.toContain('<b>')
    const [lnurl = ''] = /LNURL1[A-Z0-9]+/.exec(page.body) ?? []
    const url = new URL(decodeLnurl(lnurl))
    const offer = (await world.call('GET', url.pathname + url.search)).body
    expect(await take(id, offer.k1, 2000)).toEqual(OK)
    expect((await world.call('GET', `/fossa/p/${id}?p=${encodeURIComponent(code)}`)).status).toBe(400)
    expect((await world.call('GET', `/fossa/p/${id}`)).status).toBe(400)
    expect((await world.call('GET', `/fossa/public/${id}`)).body).toEqual({
      id,
      title: 'Kiosk <b>',
      currency: 'USD',
      profit: 0,
    })
  })
})
