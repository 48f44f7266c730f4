import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openScheduler, type SchedulerWorld } from '../../services/wallet/test/world/extensions/open-scheduler.ts'
import { openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { SCHEDULER } from './scheduler.ts'

extensionContract(SCHEDULER, {
  create: (n) => ({ name: `Job ${n}`, cron: '0 9 * * 1', action: 'invoice', amount: 10 }),
  missing: 'cron',
  patch: { name: 'Other', timezone: 'Europe/Rome', amount: 20 },
})

describe.each(LOGIC_DIALECTS)('scheduled jobs, on %s', (dialect) => {
  let scheduler: SchedulerWorld
  beforeAll(async () => {
    scheduler = await openScheduler(dialect, SCHEDULER)
  })
  afterAll(() => scheduler.world.close())
  afterEach(async () => {
    expect(await scheduler.world.violations()).toEqual([])
  })

  test('a job runs once per planned time, and once for all missed times together', async () => {
    const id = await scheduler.make({ action: 'invoice', amount: 5, cron: '*/10 * * * *' })
    await scheduler.pass(20)
    expect(await scheduler.runs(id)).toHaveLength(2)
    scheduler.world.advance(3 * 3600)
    await scheduler.world.tick()
    await scheduler.world.tick()
    const found = await scheduler.runs(id)
    expect(found).toHaveLength(3)
    expect(found[0]).toMatchObject({ state: 'success', status_code: null, detail: 'Made an invoice of 5 sat.' })
    const shown = await scheduler.see(id)
    expect(shown.last_run_at).toBe(found[0].time)
    expect(Date.parse(shown.next_run_at)).toBeGreaterThan(scheduler.world.nowSeconds() * 1000)
    await scheduler.off(id)
  })

  test('several scheduler ticks, and a crash between the plan and the payment, lead to one payment', async () => {
    const second = await scheduler.openSecond()
    const id = await scheduler.make({ action: 'pay', target: second.id, amount: 100, monthly_cap: 1000 })
    scheduler.world.advance(60)
    await Promise.all([scheduler.world.tick(), scheduler.world.tick()])
    await scheduler.world.restart()
    await scheduler.world.tick()
    expect(await scheduler.runs(id)).toHaveLength(1)
    expect(await scheduler.world.balanceMsat(second)).toBe(100_000)
    expect(await scheduler.see(id)).toMatchObject({ spent_month: 100, failures: 0 })
    await scheduler.off(id)
  })

  test('payments of a month stay within the cap, and the next month has the full cap again', async () => {
    const second = await scheduler.openSecond()
    const month = (): string => new Date(scheduler.world.nowSeconds() * 1000).toISOString().slice(0, 7)
    const id = await scheduler.make({
      action: 'pay',
      target: second.id,
      amount: 100,
      max_fee: 0,
      monthly_cap: 300,
      cron: '0 0 * * *',
    })
    const begun = month()
    await scheduler.put(id, { status: 'paused' })
    for (let n = 0; n < 4; n += 1) {
      expect((await scheduler.runNow(id)).status).toBe(200)
      await scheduler.world.tick()
      scheduler.world.advance(1)
    }
    expect(month()).toBe(begun)
    expect(await scheduler.world.balanceMsat(second)).toBe(300_000)
    expect((await scheduler.runs(id))[0]).toMatchObject({
      state: 'failed',
      detail: 'The cap of the month does not allow it.',
    })
    expect(await scheduler.see(id)).toMatchObject({ spent_month: 300, failures: 1 })
    scheduler.world.advance(32 * 86_400)
    expect(await scheduler.see(id)).toMatchObject({ spent_month: 0 })
    await scheduler.runNow(id)
    await scheduler.world.tick()
    expect(await scheduler.world.balanceMsat(second)).toBe(400_000)
    await scheduler.off(id)
  })

  test('a payment with an unknown outcome is not repeated by the next run', async () => {
    const service = await openLnurlService(scheduler.world)
    const id = await scheduler.make({
      action: 'pay',
      target: `ada@${service.host}`,
      amount: 50,
      monthly_cap: 1000,
      comment: 'Hi',
    })
    await scheduler.world.node.sendControl('POST /script', { match: { nth: 1 }, pay: ['hang'] })
    await scheduler.pass(5)
    expect(service.invoices).toHaveLength(1)
    expect(await scheduler.runs(id)).toMatchObject([{ state: 'running' }])
    expect((await scheduler.runNow(id)).status).toBe(400)
    await scheduler.world.node.sendControl('POST /settle', { hash: service.invoices[0]?.hash, fee_msat: 1500 })
    await scheduler.pass(3)
    expect((await scheduler.runs(id)).at(-1)).toMatchObject({
      state: 'success',
      detail: 'Paid 50 sat, 2 sat for routing.',
      payment_hash: service.invoices[0]?.hash,
    })
    await scheduler.off(id)
  })

  test('a failed payment is subtracted from the month again, and five failures in a row pause the job', async () => {
    const service = await openLnurlService(scheduler.world)
    service.refusal = 'Closed'
    const id = await scheduler.make({ action: 'pay', target: `ada@${service.host}`, amount: 50, monthly_cap: 1000 })
    await scheduler.pass(4)
    expect(await scheduler.see(id)).toMatchObject({ failures: 4, spent_month: 0, status: 'active' })
    await scheduler.pass(3)
    const shown = await scheduler.see(id)
    expect(shown).toMatchObject({ failures: 5, status: 'paused', last_result: 'failed: The service says: Closed' })
    expect(shown).not.toHaveProperty('next_run_at')
    expect(await scheduler.runs(id)).toHaveLength(5)
    service.refusal = undefined
    expect((await scheduler.put(id, { status: 'active' })).body).toMatchObject({ failures: 0, status: 'active' })
    await scheduler.pass(1)
    expect(await scheduler.see(id)).toMatchObject({ failures: 0, spent_month: 50 })
    await scheduler.off(id)
  })

  test('a wallet has at most 20 active jobs', async () => {
    const other = await scheduler.open()
    const body = { action: 'invoice', amount: 1, cron: '0 0 1 1 *', status: 'active' }
    for (let n = 0; n < 20; n += 1) expect((await scheduler.post(body, other.adminKey)).status).toBe(201)
    expect((await scheduler.post(body, other.adminKey)).status).toBe(400)
    const paused = await scheduler.post({ ...body, status: 'paused' }, other.adminKey)
    expect(paused.status).toBe(201)
    const wake = { key: other.adminKey, body: { status: 'active' } }
    expect((await scheduler.world.call('PUT', `/scheduler/api/v1/${paused.body.id}`, wake)).status).toBe(400)
  })

  test.each([
    [{ cron: '* * * * * *', action: 'invoice', amount: 1 }, 'cron'],
    [{ cron: '0 0 31 2 *', action: 'invoice', amount: 1 }, 'cron'],
    [{ cron: 'every day', action: 'invoice', amount: 1 }, 'cron'],
    [{ timezone: 'Mars/Base', action: 'invoice', amount: 1 }, 'timezone'],
    [{ action: 'dance' }, 'action'],
    [{ action: 'pay', amount: 1, monthly_cap: 1 }, 'target'],
    [{ action: 'pay', amount: 1, target: 'a@b.example' }, 'monthly_cap'],
    [{ action: 'pay', amount: 1, monthly_cap: 1, target: 'nothing' }, 'target'],
    [{ action: 'invoice' }, 'amount'],
    [{ action: 'http', method: 'GET' }, 'url'],
    [{ action: 'http', method: 'GET', url: 'ftp://x.example' }, 'url'],
    [{ action: 'http', method: 'GET', url: 'https://x.example', headers: { a: 1 } }, 'headers'],
    [{ action: 'report' }, 'email'],
    [{ action: 'report', email: 'a@b.c\r\nBcc: x@y.z' }, 'email'],
    [{ action: 'invoice', amount: 1, ends_at: 'soon' }, 'ends_at'],
    [{ action: 'invoice', amount: 1, ends_at: 'May 5' }, 'ends_at'],
    [{ action: 'invoice', amount: 1, ends_at: '1' }, 'ends_at'],
    [{ action: 'invoice', amount: 1, ends_at: '2027' }, 'ends_at'],
    [{ action: 'invoice', amount: 1, ends_at: '2027-02-30T00:00:00Z' }, 'ends_at'],
    [{ action: 'invoice', amount: 1, ends_at: '2027-01-31T12:00:00' }, 'ends_at'],
  ])('%j is refused with 422 that names the field', async (body, field) => {
    const answer = await scheduler.post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('keys: 401 without, 403 with the invoice key, 404 for the jobs of others', async () => {
    const id = await scheduler.make({
      action: 'invoice',
      amount: 1,
      cron: '0 0 1 1 *',
      ends_at: '2020-01-01T00:00:00Z',
    })
    expect((await scheduler.world.call('POST', `/scheduler/api/v1/${id}/run`)).status).toBe(401)
    expect((await scheduler.world.call('GET', `/scheduler/api/v1/${id}/runs`)).status).toBe(401)
    expect((await scheduler.runNow(id, scheduler.wallet.invoiceKey)).status).toBe(403)
    const stranger = await scheduler.open()
    expect((await scheduler.runNow(id, stranger.adminKey)).status).toBe(404)
    const foreign = await scheduler.world.call('GET', `/scheduler/api/v1/${id}/runs`, { key: stranger.invoiceKey })
    expect(foreign.status).toBe(404)
    scheduler.world.advance(400 * 86_400)
    await scheduler.world.tick()
    expect(await scheduler.runs(id)).toEqual([])
    expect(await scheduler.see(id)).toMatchObject({ status: 'paused', last_result: 'It has come to its end.' })
  })
})

test('two processes on one PostgreSQL make one run of a time, and one payment', async () => {
  const scheduler = await openScheduler('postgres', SCHEDULER)
  const second = await scheduler.openSecond()
  const id = await scheduler.make({ action: 'pay', target: second.id, amount: 100, monthly_cap: 1000 })
  const other = await scheduler.openAnother()
  scheduler.world.advance(60)
  await Promise.all([scheduler.world.tick(), other.tick(), scheduler.world.tick(), other.tick()])
  await other.app.close()
  await other.stop()
  await scheduler.world.tick()
  expect(await scheduler.runs(id)).toHaveLength(1)
  expect(await scheduler.world.balanceMsat(second)).toBe(100_000)
  expect(await scheduler.world.violations()).toEqual([])
  await scheduler.world.close()
})
