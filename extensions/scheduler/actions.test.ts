import { text as readText } from 'node:stream/consumers'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../services/wallet/test/world/accounts/verify-email.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openScheduler, type SchedulerWorld } from '../../services/wallet/test/world/extensions/open-scheduler.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { SCHEDULER } from './scheduler.ts'

describe.each(LOGIC_DIALECTS)('what scheduled jobs do, on %s', (dialect) => {
  let scheduler: SchedulerWorld
  beforeAll(async () => {
    scheduler = await openScheduler(dialect, SCHEDULER)
  })
  afterAll(() => scheduler.world.close())
  afterEach(async () => {
    expect(await scheduler.world.violations()).toEqual([])
  })

  test('a URL is called once, as the job says, and not again after a crash', async () => {
    const hits: { method: string | undefined; token: unknown; text: string }[] = []
    let status = 200
    const server = await openHttpServer((request, response) => {
      void readText(request).then((text) => {
        hits.push({ method: request.method, token: request.headers['x-token'], text })
        response.writeHead(status).end('ok')
      })
    })
    const url = `http://127.0.0.1:${server.port}/hook`
    const id = await scheduler.make({
      action: 'http',
      method: 'POST',
      url,
      headers: { 'x-token': 'abc' },
      body: '{"a":1}',
    })
    const { body } = await scheduler.world.call('GET', `/scheduler/api/v1/${id}`, { key: scheduler.wallet.invoiceKey })
    expect(body).not.toHaveProperty('headers')
    await scheduler.pass(1)
    expect(hits).toEqual([{ method: 'POST', token: 'abc', text: '{"a":1}' }])
    expect(await scheduler.runs(id)).toMatchObject([
      { state: 'success', status_code: 200, detail: 'Answered with status 200.' },
    ])
    status = 500
    await scheduler.pass(1)
    expect((await scheduler.runs(id))[0]).toMatchObject({ state: 'failed', status_code: 500 })
    await scheduler.off(id)
  })

  test('an interrupted call is not repeated', async () => {
    let hits = 0
    const server = await openHttpServer((_request, response) => {
      hits += 1
      response.end()
    })
    const url = `http://127.0.0.1:${server.port}/`
    const id = await scheduler.make({ action: 'http', method: 'GET', url })
    await scheduler.put(id, { status: 'paused' })
    await scheduler.runNow(id)
    // As if a process had started it and died.
    await writeDirectly(scheduler.world, `UPDATE extension_jobs SET tries = 1 WHERE kind = 'task' AND done_at IS NULL`)
    await scheduler.world.tick()
    expect(hits).toBe(0)
    expect(await scheduler.runs(id)).toMatchObject([
      { state: 'failed', detail: 'The call was cut short; whether it was made is not known.' },
    ])
    await scheduler.off(id)
  })

  test('an invoice is made, and its payment reported to the webhook', async () => {
    const id = await scheduler.make({
      action: 'invoice',
      amount: 12,
      memo: 'Rent',
      webhook_url: 'http://127.0.0.1:9999/x',
      max_runs: 1,
    })
    await scheduler.pass(3)
    const [run, ...others] = await scheduler.runs(id)
    expect(others).toEqual([])
    expect(await scheduler.see(id)).toMatchObject({ status: 'paused', runs: 1 })
    const { body } = await scheduler.world.call('GET', `/api/v1/payments/${run.payment_hash}`, {
      key: scheduler.wallet.invoiceKey,
    })
    await scheduler.world.send(await scheduler.world.openWallet(100), body.details.bolt11)
    await scheduler.world.tick()
    const deliveries = await scheduler.world.db.list(
      'SELECT body FROM deliveries ORDER BY seq',
      [],
      (row: { body: string }) => row.body,
    )
    expect(deliveries.map((text) => JSON.parse(text)).filter(({ job }) => job === id)).toMatchObject([
      { event: 'created', payment_hash: run.payment_hash, amount: 12 },
      { event: 'paid', payment_hash: run.payment_hash, amount: 12 },
    ])
    await scheduler.off(id)
  })

  test('a report is mailed to the verified address of the account, and to no other', async () => {
    const elsewhere = await scheduler.make({ action: 'report', email: 'stranger@pay.example' })
    const id = await scheduler.make({ action: 'report', email: 'ada@pay.example' })
    await verifyEmail(scheduler.world, scheduler.wallet, 'ada@pay.example')
    await scheduler.pass(1)
    const mails = await scheduler.world.db.list(
      `SELECT payload FROM extension_jobs WHERE kind = 'mail'`,
      [],
      (row: { payload: string }) => JSON.parse(row.payload) as { to: string; text: string },
    )
    expect(mails).toMatchObject([{ to: 'ada@pay.example', text: expect.stringContaining('Balance: ') }])
    expect(await scheduler.runs(elsewhere)).toMatchObject([
      { state: 'failed', detail: expect.stringContaining('verified address of the account') },
    ])
    await scheduler.off(elsewhere)
    await scheduler.off(id)
  })

  test('the last 200 runs are kept, in pages', async () => {
    const id = await scheduler.make({ action: 'invoice', amount: 1, cron: '0 0 1 1 *' })
    await scheduler.runNow(id)
    await scheduler.world.tick()
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 205)'
    const ofRun = `ext_id = 'scheduler' AND kind = 'runs'`
    await writeDirectly(
      scheduler.world,
      `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at) ${many}
       SELECT ext_id, kind, 'old-' || i, wallet_id, user_id, data, version, created_at, updated_at
       FROM extension_rows, n WHERE ${ofRun} AND id IN
       (SELECT row_id FROM extension_keys WHERE ${ofRun} AND field = 'item' AND value = '${id}');
       INSERT INTO extension_keys (ext_id, kind, field, value, scope, row_id) ${many}
       SELECT 'scheduler', 'runs', 'item', '${id}', 'old-' || i, 'old-' || i FROM n`,
    )
    scheduler.world.advance(1)
    await scheduler.runNow(id)
    await scheduler.world.tick()
    expect(await scheduler.runs(id, '?limit=100&offset=100')).toHaveLength(100)
    expect(await scheduler.runs(id, '?limit=100&offset=200')).toEqual([])
    await scheduler.off(id)
  })
})

test('a URL of a private address is refused when it is saved, and when it is called', async () => {
  const world = await openWorld({ dialect: 'sqlite', builtIns: [SCHEDULER] })
  const wallet = await world.openWallet()
  await activateExtension(world, wallet, 'scheduler')
  const post = (url: string) =>
    world.call('POST', '/scheduler/api/v1/', {
      key: wallet.adminKey,
      body: { name: 'x', cron: '* * * * *', status: 'active', action: 'http', method: 'GET', url },
    })
  const server = await openHttpServer((_request, response) => void response.end())
  const { body } = await post(`http://127.0.0.1:${server.port}/`)
  await world.restart({ SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' })
  expect((await post('https://10.0.0.1/')).status).toBe(422)
  expect((await post('https://localhost/')).status).toBe(422)
  expect((await post('http://shop.example/')).status).toBe(422)
  world.advance(60)
  await world.tick()
  const runs = await world.call('GET', `/scheduler/api/v1/${body.id}/runs`, { key: wallet.invoiceKey })
  expect(runs.body).toMatchObject([{ state: 'failed', status_code: null }])
  expect(server.hits).toEqual([])
  await world.close()
})
