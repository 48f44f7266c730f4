import { SILENT_LOG } from '@satchel/http/log'
import { openHttpServer } from '@satchel/outbound/loopback-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWalletService } from '../../services/wallet/src/app.ts'
import { readConfig } from '../../services/wallet/src/config.ts'
import { activateExtension } from '../../services/wallet/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/world/extensions/extension-contract.ts'
import { openLnurlService } from '../../services/wallet/world/lnurl-service.ts'
import { openWorld, TEST_AUTH_SECRET, type World, type WorldWallet } from '../../services/wallet/world/open-world.ts'
import { DIALECTS, type TestDatabase } from '../../services/wallet/world/test-database.ts'
import { tokenOf } from '../../services/wallet/world/token-of.ts'
import { writeDirectly } from '../../services/wallet/world/write-directly.ts'
import { nextRun } from './next-run.ts'
import { SCHEDULER } from './scheduler.ts'

extensionContract(SCHEDULER, {
  create: (n) => ({ name: `Job ${n}`, cron: '0 9 * * 1', action: 'invoice', amount: 10 }),
  missing: 'cron',
  patch: { name: 'Other', timezone: 'Europe/Rome', amount: 20 },
})

describe('the next run', () => {
  const runs = (cron: string, timezone: string, from: string, count: number): string[] => {
    const found: string[] = []
    for (let at = Date.parse(from); found.length < count; ) {
      at = nextRun({ cron, timezone }, at) ?? Number.NaN
      found.push(new Date(at).toISOString())
    }
    return found
  }

  test('is at the same hour of the place before and after the clocks go forward, and once on that day', () => {
    expect(runs('30 9 * * *', 'Europe/Berlin', '2027-03-26T12:00:00Z', 3)).toEqual([
      '2027-03-27T08:30:00.000Z',
      '2027-03-28T07:30:00.000Z',
      '2027-03-29T07:30:00.000Z',
    ])
    const inTheGap = runs('30 2 * * *', 'Europe/Berlin', '2027-03-26T12:00:00Z', 3)
    expect(inTheGap.map((time) => time.slice(0, 10))).toEqual(['2027-03-27', '2027-03-28', '2027-03-29'])
  })

  test('is once on the day when the clocks go back', () => {
    const times = runs('30 2 * * *', 'Europe/Berlin', '2027-10-29T12:00:00Z', 4)
    expect(times.map((time) => time.slice(0, 10))).toEqual(['2027-10-30', '2027-10-31', '2027-11-01', '2027-11-02'])
  })

  test('of a month, minute by minute, is never less than a minute away', () => {
    const times = runs('* * * * *', 'America/New_York', '2027-10-20T00:00:00Z', 2000).map((time) => Date.parse(time))
    expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 60_000)).toBe(true)
  })
})

describe.each(DIALECTS)('scheduled jobs, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [SCHEDULER] })
    wallet = await open(100_000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const open = async (balance = 0): Promise<WorldWallet> => {
    const opened = await world.openWallet(balance)
    await activateExtension(world, opened, 'scheduler')
    return opened
  }
  const post = (body: object, key = wallet.adminKey) =>
    world.call('POST', '/scheduler/api/v1/', { key, body: { name: 'Job', cron: '* * * * *', ...body } })
  const make = async (body: object): Promise<string> => {
    const answer = await post({ status: 'active', ...body })
    expect([answer.status, answer.body.detail]).toEqual([201, undefined])
    return answer.body.id
  }
  const put = (id: string, body: object) => world.call('PUT', `/scheduler/api/v1/${id}`, { key: wallet.adminKey, body })
  const see = async (id: string) => (await world.call('GET', `/scheduler/api/v1/${id}`, { key: wallet.adminKey })).body
  const runs = async (id: string, query = '') =>
    (await world.call('GET', `/scheduler/api/v1/${id}/runs${query}`, { key: wallet.invoiceKey })).body
  const runNow = (id: string, key = wallet.adminKey) => world.call('POST', `/scheduler/api/v1/${id}/run`, { key })
  /** Lets so many minutes pass, one by one. */
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      world.advance(60)
      await world.tick()
    }
  }
  const openSecond = async (): Promise<WorldWallet> => {
    const token = await tokenOf(world, wallet)
    const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
    return { id: body.id, userId: wallet.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
  }
  const off = (id: string) => world.call('DELETE', `/scheduler/api/v1/${id}`, { key: wallet.adminKey })

  /** A second process on the same database and node. */
  const openAnother = async () => {
    let place: TestDatabase | undefined
    await world.restart({}, (found) => {
      place = found
    })
    const read = readConfig({
      SERVICE_DATA_FOLDER: place?.folder,
      SERVICE_DATABASE_URL: place?.url,
      AUTH_SECRET_KEY: TEST_AUTH_SECRET,
      SERVICE_RATE_LIMIT_NO: '0',
    })
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    return createWalletService({
      config: { ...read.config, accessLog: 'off' },
      log: SILENT_LOG,
      clock: () => world.nowSeconds() * 1000,
      processMetrics: false,
      builtIns: [SCHEDULER],
    })
  }

  test('a job runs once every time, and once for all the times that were missed', async () => {
    const id = await make({ action: 'invoice', amount: 5, cron: '*/10 * * * *' })
    await pass(20)
    expect(await runs(id)).toHaveLength(2)
    world.advance(3 * 3600)
    await world.tick()
    await world.tick()
    const found = await runs(id)
    expect(found).toHaveLength(3)
    expect(found[0]).toMatchObject({ state: 'success', status_code: null, detail: 'Made an invoice of 5 sat.' })
    const shown = await see(id)
    expect(shown.last_run_at).toBe(found[0].time)
    expect(Date.parse(shown.next_run_at)).toBeGreaterThan(world.nowSeconds() * 1000)
    await off(id)
  })

  test('the clock that is looked at several times, and a crash between the plan and the payment, pay once', async () => {
    const second = await openSecond()
    const id = await make({ action: 'pay', target: second.id, amount: 100, monthly_cap: 1000 })
    world.advance(60)
    await Promise.all([world.tick(), world.tick()])
    await world.restart()
    await world.tick()
    expect(await runs(id)).toHaveLength(1)
    expect(await world.balanceMsat(second)).toBe(100_000)
    expect(await see(id)).toMatchObject({ spent_month: 100, failures: 0 })
    await off(id)
  })

  test.runIf(dialect === 'postgres')('two processes make one run of a time, and one payment', async () => {
    const second = await openSecond()
    const id = await make({ action: 'pay', target: second.id, amount: 100, monthly_cap: 1000 })
    const other = await openAnother()
    world.advance(60)
    await Promise.all([world.tick(), other.tick(), world.tick(), other.tick()])
    await other.app.close()
    await other.stop()
    await world.tick()
    expect(await runs(id)).toHaveLength(1)
    expect(await world.balanceMsat(second)).toBe(100_000)
    await off(id)
  })

  test('a month’s payments stay below the cap, at its edge, and begin anew with the next month', async () => {
    const second = await openSecond()
    const month = (): string => new Date(world.nowSeconds() * 1000).toISOString().slice(0, 7)
    const id = await make({
      action: 'pay',
      target: second.id,
      amount: 100,
      max_fee: 0,
      monthly_cap: 300,
      cron: '0 0 * * *',
    })
    const begun = month()
    await put(id, { status: 'paused' })
    for (let n = 0; n < 4; n += 1) {
      expect((await runNow(id)).status).toBe(200)
      await world.tick()
      world.advance(1)
    }
    expect(month()).toBe(begun)
    expect(await world.balanceMsat(second)).toBe(300_000)
    expect((await runs(id))[0]).toMatchObject({ state: 'failed', detail: 'The cap of the month does not allow it.' })
    expect(await see(id)).toMatchObject({ spent_month: 300, failures: 1 })
    world.advance(32 * 86_400)
    expect(await see(id)).toMatchObject({ spent_month: 0 })
    await runNow(id)
    await world.tick()
    expect(await world.balanceMsat(second)).toBe(400_000)
    await off(id)
  })

  test('a payment whose end nobody knows is not made again by the next time', async () => {
    const service = await openLnurlService(world)
    const id = await make({
      action: 'pay',
      target: `ada@${service.host}`,
      amount: 50,
      monthly_cap: 1000,
      comment: 'Hi',
    })
    await world.node.steer('POST /script', { match: { nth: 1 }, pay: ['hang'] })
    await pass(5)
    expect(service.invoices).toHaveLength(1)
    expect(await runs(id)).toMatchObject([{ state: 'running' }])
    expect((await runNow(id)).status).toBe(400)
    await world.node.steer('POST /settle', { hash: service.invoices[0]?.hash, fee_msat: 1500 })
    await pass(3)
    expect((await runs(id)).at(-1)).toMatchObject({
      state: 'success',
      detail: 'Paid 50 sat, 2 sat for routing.',
      payment_hash: service.invoices[0]?.hash,
    })
    await off(id)
  })

  test('a payment that fails is taken off the month again, and five failures in a row pause the job', async () => {
    const service = await openLnurlService(world)
    service.refusal = 'Closed'
    const id = await make({ action: 'pay', target: `ada@${service.host}`, amount: 50, monthly_cap: 1000 })
    await pass(4)
    expect(await see(id)).toMatchObject({ failures: 4, spent_month: 0, status: 'active' })
    await pass(3)
    const shown = await see(id)
    expect(shown).toMatchObject({ failures: 5, status: 'paused', last_result: 'failed: The service says: Closed' })
    expect(shown).not.toHaveProperty('next_run_at')
    expect(await runs(id)).toHaveLength(5)
    service.refusal = undefined
    expect((await put(id, { status: 'active' })).body).toMatchObject({ failures: 0, status: 'active' })
    await pass(1)
    expect(await see(id)).toMatchObject({ failures: 0, spent_month: 50 })
    await off(id)
  })

  test('a URL is called once, with what the job says, and not again after a crash', async () => {
    const hits: { method: string | undefined; token: unknown; text: string }[] = []
    let status = 200
    const server = await openHttpServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += String(part)
      hits.push({ method: request.method, token: request.headers['x-token'], text })
      response.writeHead(status).end('ok')
    })
    const url = `http://127.0.0.1:${server.port}/hook`
    const id = await make({ action: 'http', method: 'POST', url, headers: { 'x-token': 'abc' }, body: '{"a":1}' })
    const { body } = await world.call('GET', `/scheduler/api/v1/${id}`, { key: wallet.invoiceKey })
    expect(body).not.toHaveProperty('headers')
    await pass(1)
    expect(hits).toEqual([{ method: 'POST', token: 'abc', text: '{"a":1}' }])
    expect(await runs(id)).toMatchObject([{ state: 'success', status_code: 200, detail: 'Answered with status 200.' }])
    status = 500
    await pass(1)
    expect((await runs(id))[0]).toMatchObject({ state: 'failed', status_code: 500 })
    await off(id)
  })

  test('a call that was cut short is not made again', async () => {
    let hits = 0
    const server = await openHttpServer((_request, response) => {
      hits += 1
      response.end()
    })
    const url = `http://127.0.0.1:${server.port}/`
    const id = await make({ action: 'http', method: 'GET', url })
    await put(id, { status: 'paused' })
    await runNow(id)
    // As if a process had begun it and died.
    await writeDirectly(world, `UPDATE extension_jobs SET tries = 1 WHERE kind = 'task' AND done_at IS NULL`)
    await world.tick()
    expect(hits).toBe(0)
    expect(await runs(id)).toMatchObject([
      { state: 'failed', detail: 'The call was cut short; whether it was made is not known.' },
    ])
    await off(id)
  })

  test('an invoice is made, and its payment told to the webhook', async () => {
    const id = await make({
      action: 'invoice',
      amount: 12,
      memo: 'Rent',
      webhook_url: 'http://127.0.0.1:9999/x',
      max_runs: 1,
    })
    await pass(3)
    const [run, ...others] = await runs(id)
    expect(others).toEqual([])
    expect(await see(id)).toMatchObject({ status: 'paused', runs: 1 })
    const { body } = await world.call('GET', `/api/v1/payments/${run.payment_hash}`, { key: wallet.invoiceKey })
    await world.send(await world.openWallet(100), body.details.bolt11)
    await world.tick()
    const told = await world.db.list(
      'SELECT body FROM deliveries ORDER BY seq',
      [],
      (row: { body: string }) => row.body,
    )
    expect(told.map((text) => JSON.parse(text)).filter(({ job }) => job === id)).toMatchObject([
      { event: 'created', payment_hash: run.payment_hash, amount: 12 },
      { event: 'paid', payment_hash: run.payment_hash, amount: 12 },
    ])
    await off(id)
  })

  test('a report is mailed', async () => {
    const id = await make({ action: 'report', email: 'ada@pay.example' })
    await pass(1)
    const mails = await world.db.list(
      `SELECT payload FROM extension_jobs WHERE kind = 'mail'`,
      [],
      (row: { payload: string }) => JSON.parse(row.payload) as { to: string; text: string },
    )
    expect(mails.at(-1)).toMatchObject({ to: 'ada@pay.example', text: expect.stringContaining('Balance: ') })
    await off(id)
  })

  test('the last 200 runs are kept, in pages', async () => {
    const id = await make({ action: 'invoice', amount: 1, cron: '0 0 1 1 *' })
    await runNow(id)
    await world.tick()
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 205)'
    const ofRun = `ext_id = 'scheduler' AND kind = 'runs'`
    await writeDirectly(
      world,
      `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at) ${many}
       SELECT ext_id, kind, 'old-' || i, wallet_id, user_id, data, version, created_at, updated_at
       FROM extension_rows, n WHERE ${ofRun} AND id IN
       (SELECT row_id FROM extension_keys WHERE ${ofRun} AND field = 'item' AND value = '${id}');
       INSERT INTO extension_keys (ext_id, kind, field, value, scope, row_id) ${many}
       SELECT 'scheduler', 'runs', 'item', '${id}', 'old-' || i, 'old-' || i FROM n`,
    )
    world.advance(1)
    await runNow(id)
    await world.tick()
    expect(await runs(id, '?limit=100&offset=100')).toHaveLength(100)
    expect(await runs(id, '?limit=100&offset=200')).toEqual([])
    await off(id)
  })

  test('a wallet has at most 20 active jobs', async () => {
    const other = await open()
    const body = { action: 'invoice', amount: 1, cron: '0 0 1 1 *', status: 'active' }
    for (let n = 0; n < 20; n += 1) expect((await post(body, other.adminKey)).status).toBe(201)
    expect((await post(body, other.adminKey)).status).toBe(400)
    const paused = await post({ ...body, status: 'paused' }, other.adminKey)
    expect(paused.status).toBe(201)
    const wake = { key: other.adminKey, body: { status: 'active' } }
    expect((await world.call('PUT', `/scheduler/api/v1/${paused.body.id}`, wake)).status).toBe(400)
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
  ])('%j is refused with 422 that names the field', async (body, field) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('keys: 401 without, 403 with the invoice key, 404 for the jobs of others', async () => {
    const id = await make({ action: 'invoice', amount: 1, cron: '0 0 1 1 *', ends_at: '2020-01-01T00:00:00Z' })
    expect((await world.call('POST', `/scheduler/api/v1/${id}/run`)).status).toBe(401)
    expect((await world.call('GET', `/scheduler/api/v1/${id}/runs`)).status).toBe(401)
    expect((await runNow(id, wallet.invoiceKey)).status).toBe(403)
    const stranger = await open()
    expect((await runNow(id, stranger.adminKey)).status).toBe(404)
    const foreign = await world.call('GET', `/scheduler/api/v1/${id}/runs`, { key: stranger.invoiceKey })
    expect(foreign.status).toBe(404)
    world.advance(400 * 86_400)
    await world.tick()
    expect(await runs(id)).toEqual([])
    expect(await see(id)).toMatchObject({ status: 'paused', last_result: 'It has come to its end.' })
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
