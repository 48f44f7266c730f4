import { expect, test } from 'vitest'
import { openJarWorld } from '../../../../test/world/extensions/open-jar-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'

const GRANTS = '/api/v1/extension/grants'

test.each(LOGIC_DIALECTS)(
  'an owner sees what extensions may spend from a wallet, ends it immediately, and allows it again, on %s',
  async (dialect) => {
    const { world, owner, make, close } = await openJarWorld(dialect)
    const key = owner.adminKey
    const stranger = await world.openWallet()
    const list = async () => (await world.call('GET', GRANTS, { key })).body
    const set = (active: boolean, extId = 'jar') => world.call('PUT', `${GRANTS}/${extId}`, { key, body: { active } })
    const payee = await world.openWallet()
    const empty = async (id: unknown, name: string) => {
      const { payment_request: bolt11 } = await world.invoice(payee, 10)
      const body = { sats: 10, key: name, bolt11 }
      return world.call('POST', `/jar/api/v1/${String(id)}/empty`, { key, body })
    }
    expect(await list()).toEqual([])
    const [{ id: first }, { id: second }] = [await make({ most: 100 }), await make({ most: 30 })]
    const grant = { ext_id: 'jar', name: 'Jar', active: true, items: 2, ceiling: 130, passes_on: false, spent_msat: 0 }
    expect(await list()).toEqual([expect.objectContaining({ ...grant, name: expect.any(String) })])
    expect((await empty(first, 'one')).status).toBeLessThan(300)
    await world.tick()
    expect(await list()).toMatchObject([{ ceiling: 120, spent_msat: 10_000 }])

    expect((await set(false)).status).toBe(200)
    expect(await list()).toMatchObject([{ active: false, items: 2 }])
    for (const id of [first, second]) expect((await empty(id, `no-${String(id)}`)).status).toBe(403)
    expect((await empty((await make({ most: 50 })).id, 'new')).status).toBe(403)
    expect(await world.balanceMsat(payee)).toBe(10_000)
    expect((await world.call('GET', GRANTS, { key: stranger.adminKey })).body).toEqual([])

    expect([(await set(true)).status, (await set(true)).status]).toEqual([200, 200])
    expect((await empty(second, 'two')).status).toBeLessThan(300)
    await world.tick()
    expect(await world.balanceMsat(payee)).toBe(20_000)

    expect((await world.call('GET', GRANTS, { key: owner.invoiceKey })).status).toBe(403)
    expect((await world.call('PUT', `${GRANTS}/jar`, { key: owner.invoiceKey, body: { active: false } })).status).toBe(
      403,
    )
    for (const extId of ['nothing', 'no-id', 'A%00']) expect((await set(false, extId)).status).toBe(404)
    await close()
  },
)

test('spending is revoked without a step-up, and allowed only with one', async () => {
  const { world, owner, close } = await openJarWorld('sqlite')
  const token = await tokenOf(world, owner)
  world.advance(601)
  const set = (body: object, credential: object = { token }) =>
    world.call('PUT', `${GRANTS}/jar?wallet_id=${owner.id}`, { ...credential, body })
  const unproven = { status: 401, body: { code: 'step_up_required' } }
  expect(await set({ active: false })).toMatchObject({ status: 200 })
  expect((await world.call('GET', GRANTS, { key: owner.adminKey })).body).toMatchObject([{ active: false }])
  expect(await set({ active: true })).toMatchObject(unproven)
  expect(await set({ active: false, budget_sats: 1_000_000 })).toMatchObject(unproven)
  expect(await set({ active: true }, { token: await tokenOf(world, owner) })).toMatchObject({ status: 200 })
  await close()
})
