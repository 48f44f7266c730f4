import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import type { World, WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { stopPayments } from '../../ledger/halt.ts'
import { checkAges } from '../../payments/stuck/raise-age-alarms.ts'

const HOUR = 3600
const DAY = 86_400

describe.each(LOGIC_DIALECTS)('alarms, on %s', (dialect) => {
  let operator: Operator
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    operator = await openOperator(dialect)
    world = operator.world
    wallet = await world.openWallet(10_000)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const list = async (query = '') => (await operator.ask('GET', `/api/v1/admin/alarms${query}`)).body
  const about = async (query = '') =>
    (await list(`?limit=100${query}`)).data.map(({ reference }: { reference: string }) => reference) as string[]
  let said: object[] = []
  const log = { warn: (facts: object) => void said.push(facts) }
  const check = () =>
    checkAges({ db: world.db, funding: world.service.funding, clock: () => world.nowSeconds() * 1000, log })
  const setState = (id: string, state: string, polls = 100) =>
    writeDirectly(world, `UPDATE payments SET state = '${state}', looks = ${polls} WHERE checking_id = '${id}'`)
  const acknowledge = (id: number, acknowledged = true) =>
    operator.ask('PUT', `/api/v1/admin/alarms/${id}`, { acknowledged })

  test('an unfinished payment in any state has one alarm after an hour or a day, and an open one has none', async () => {
    const payee = await world.openWallet()
    const quick: string[] = []
    for (const state of ['closing', 'settling', 'cancelling']) {
      const pair = await operator.openHeldInside(wallet, payee)
      await setState(pair.invoice, state)
      quick.push(pair.invoice)
      if (state !== 'closing') continue
      await setState(pair.payer, 'reserved')
      quick.push(pair.payer)
    }
    const reserved = await operator.sendHanging(wallet, 1000)
    await setState(reserved.id, 'reserved')
    quick.push(reserved.id)
    const slow = (await operator.sendHanging(wallet, 1000)).id
    const held = (await operator.openHeldInside(wallet, payee)).invoice
    const open = (await world.invoice(payee, 1, { expiry: 30 * DAY })).checking_id
    world.advance(HOUR)
    await check()
    expect(await about()).toEqual([])
    world.advance(1)
    await check()
    await check()
    expect((await about()).toSorted()).toEqual(quick.toSorted())
    expect(said.map((facts) => String('payment' in facts && facts.payment)).toSorted()).toEqual(quick.toSorted())
    said = []
    world.advance(DAY)
    await check()
    expect(await about()).toEqual(expect.arrayContaining([...quick, slow, held]))
    expect(await about()).not.toContain(open)
    const detail = `payment ${slow} has been dispatched for 25 hours`
    expect(said).toContainEqual({ alarm: 'pending-for-long', payment: slow, detail })
    const [of] = (await list('?limit=100')).data.filter(({ reference }: { reference: string }) => reference === slow)
    expect(of).toEqual({
      id: expect.any(Number),
      kind: 'pending-for-long',
      reference: slow,
      detail,
      at: world.nowSeconds(),
      acknowledged_at: null,
      acknowledged_by: null,
    })
  })

  test('a decision about an old invoice has no alarm while the node was asked less than an hour ago', async () => {
    const payee = await world.openWallet()
    const { invoice, payer } = await operator.openHeldInside(wallet, payee)
    const acknowledged = await about()
    world.advance(DAY / 2)
    await setState(invoice, 'settling', 99)
    await check()
    expect(await about()).toEqual(acknowledged)
    await setState(invoice, 'settling')
    await check()
    expect(await about()).toEqual(expect.arrayContaining([invoice]))
    expect(await about()).not.toContain(payer)
  })

  test('an acknowledged alarm is listed only with `all`, does not count, and has user and time', async () => {
    const before = await list('?limit=1')
    const counted = async () => (await operator.ask('GET', '/api/v1/admin/status')).body.alarms
    expect(await counted()).toBe(before.total)
    const [{ id, reference }] = before.data
    const { status, body } = await acknowledge(id)
    const root = (await operator.ask('GET', '/api/v1/auth')).body.id
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id, acknowledged_at: world.nowSeconds(), acknowledged_by: root }),
    ])
    expect(await counted()).toBe(before.total - 1)
    expect([await about(), await about('&all=true')]).toEqual([
      expect.not.arrayContaining([reference]),
      expect.arrayContaining([reference]),
    ])
    const inHalt = (await operator.ask('GET', '/api/v1/admin/halt')).body.alarms
    expect(inHalt.map((alarm: { id: number }) => alarm.id)).not.toContain(id)
    await acknowledge(id)
    await check()
    expect(await counted()).toBe(before.total - 1)
    expect(await operator.audited('alarm-acknowledged')).toMatchObject([{ subject: reference }])
    expect((await acknowledge(id, false)).body.acknowledged_at).toBeNull()
    expect(await counted()).toBe(before.total)
  })

  test('a halt that recurs reopens its acknowledged alarm; one that continues does not', async () => {
    const stop = () => world.db.transact(stopPayments, { reason: 'the node lies', at: world.nowSeconds() })
    const isOpen = async () => (await about()).includes('the node lies')
    await stop()
    const id = (await list('?limit=1')).data[0].id
    await acknowledge(id)
    await stop()
    expect(await isOpen()).toBe(false)
    await operator.ask('PUT', '/api/v1/admin/halt', { halted: false, force: true })
    await stop()
    expect(await isOpen()).toBe(true)
    await operator.ask('PUT', '/api/v1/admin/halt', { halted: false, force: true })
  })

  test('only the super user; 404 and 422 for an unknown alarm', async () => {
    const token = await tokenOf(world, wallet)
    for (const credential of [{}, { key: wallet.adminKey }, { token }]) {
      const status = 'token' in credential || 'key' in credential ? 403 : 401
      const body = { acknowledged: true }
      expect((await world.call('GET', '/api/v1/admin/alarms', credential)).status).toBe(status)
      expect((await world.call('PUT', '/api/v1/admin/alarms/1', { ...credential, body })).status).toBe(status)
    }
    expect((await acknowledge(999_999)).status).toBe(404)
    expect((await operator.ask('PUT', '/api/v1/admin/alarms/x', { acknowledged: true })).status).toBe(404)
    expect((await operator.ask('PUT', '/api/v1/admin/alarms/1', {})).status).toBe(422)
  })
})
