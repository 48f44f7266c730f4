import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { JAR } from '../../../../test/world/extensions/jar-extension.ts'
import { change, NEW_ENV, NEW_KEY } from '../../../../test/world/open-key-change.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'
import { writeDirectly } from '../../../../test/world/write-directly.ts'
import { BUILT_INS } from '../../built-ins.ts'

const AT_ONCE = 20

describe.each(DIALECTS)('Idempotency-Key with extensions, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    const env = { SERVICE_FIXED_RATES: '{"EUR":50000}', SERVICE_PAY_WAIT_MS: '1000' }
    world = await openWorld({ dialect, builtIns: [JAR, ...BUILT_INS], env })
    owner = await world.openWallet(5000)
    for (const extId of ['jar', 'scheduler', 'tpos', 'nwcprovider']) await activateExtension(world, owner, extId)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const newKey = (): string => randomBytes(8).toString('hex')
  type Method = 'POST' | 'PUT' | 'DELETE'
  const ask = (method: Method, path: string, key: string | undefined, body?: object, by: object = {}) =>
    world.call(method, path, {
      key: owner.adminKey,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
      ...by,
    })
  const make = (key: string, body: object = { name: 'Tips' }, by: object = {}) =>
    ask('POST', '/jar/api/v1/', key, body, by)
  const countItems = async (): Promise<number> =>
    Number((await world.call('GET', '/jar/api/v1/', { key: owner.adminKey })).headers['x-total-count'])
  const times = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, work))
  const expectOneAnswer = (answers: readonly Answer[], status: number): void => {
    const through = answers.filter((answer) => answer.status !== 409)
    expect(through.length).toBeGreaterThan(0)
    for (const answer of through) expect([answer.status, answer.body]).toEqual([status, through[0]?.body])
  }
  /** The row of a key, as a process that dies at this point would have left it. */
  const leaveAnswer = (key: string, answer: string | undefined): Promise<void> => {
    const text = answer === undefined ? 'NULL' : `'${world.service.vault.seal(answer)}'`
    return writeDirectly(world, `UPDATE idempotency_keys SET answer = ${text} WHERE key = '${key}'`)
  }

  test('twenty concurrent requests with one key create one item and get one answer, secrets included', async () => {
    const [before, key] = [await countItems(), newKey()]
    expectOneAnswer(await times(() => make(key, { name: 'Tips', pin: '4711' })), 201)
    expect(await countItems()).toBe(before + 1)
    // Another order of the fields, the other spelling of the path.
    const again = await ask('POST', '/jar/api/v1', key, { pin: '4711', name: 'Tips' })
    expect(again).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^[0-9a-f]{32}$/), pin: '4711' } })
    expect(await countItems()).toBe(before + 1)
    const sql = 'SELECT answer FROM idempotency_keys WHERE key = $1'
    const kept = await world.db.first(sql, [key], (row: { answer: string }) => row.answer)
    for (const secret of [again.body.token, '"pin"', '4711']) expect(kept).not.toContain(secret)
  })

  test('without a key every request has its own effect', async () => {
    const before = await countItems()
    for (const _ of [1, 2]) expect((await ask('POST', '/jar/api/v1/', undefined, { name: 'x' })).status).toBe(201)
    expect(await countItems()).toBe(before + 2)
  })

  test('another body with the same key is 422 and has no effect; another wallet and another route are other keys', async () => {
    const [before, key] = [await countItems(), newKey()]
    const { body: made } = await make(key)
    expect((await make(key, { name: 'Other' })).status).toBe(422)
    expect(await countItems()).toBe(before + 1)
    const token = await tokenOf(world, owner)
    const second = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })).body
    const theirs = await make(key, { name: 'Tips' }, { key: second.adminkey })
    expect([theirs.status, theirs.body.wallet]).toEqual([201, second.id])
    expect((await ask('PUT', `/jar/api/v1/${made.id}`, key, { name: 'New' })).body).toMatchObject({ name: 'New' })
    expect((await ask('DELETE', `/jar/api/v1/${made.id}`, key)).status).toBe(200)
    expect((await ask('DELETE', `/jar/api/v1/${theirs.body.id}`, key)).status).toBe(422)
  })

  test('a repeated change and a repeated deletion get the first answer, also after later changes of the item', async () => {
    const { id } = (await make(newKey())).body
    const [changing, deleting] = [newKey(), newKey()]
    const first = await ask('PUT', `/jar/api/v1/${id}`, changing, { name: 'New' })
    await ask('PUT', `/jar/api/v1/${id}`, newKey(), { name: 'Newer' })
    expect((await ask('PUT', `/jar/api/v1/${id}`, changing, { name: 'New' })).body).toEqual(first.body)
    expect((await world.call('GET', `/jar/api/v1/${id}`, { key: owner.adminKey })).body.name).toBe('Newer')
    const gone = await ask('DELETE', `/jar/api/v1/${id}`, deleting)
    const again = await ask('DELETE', `/jar/api/v1/${id}`, deleting)
    expect([again.status, again.body]).toEqual([200, gone.body])
  })

  test('a rejected request does not use up its key; an invalid key is 400', async () => {
    const [key, body] = [newKey(), { name: 'Tips', code: newKey() }]
    const { id } = (await make(newKey(), body)).body
    expect((await make(key, body)).status).toBe(400)
    expect((await ask('DELETE', `/jar/api/v1/${id}`, newKey())).status).toBe(200)
    expect((await make(key, body)).status).toBe(201)
    for (const bad of ['', 'x'.repeat(256)]) expect((await make(bad)).status).toBe(400)
    const invoice = await make(newKey(), { name: 'x' }, { key: owner.invoiceKey })
    expect(invoice.status).toBe(403)
  })

  test('a scheduled job that is run twice with one key runs, and pays, once', async () => {
    const token = await tokenOf(world, owner)
    const second = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Savings' } })).body
    const job = { name: 'Save', cron: '0 0 1 1 *', action: 'pay', target: second.id, amount: 21, monthly_cap: 1000 }
    const { body, status } = await ask('POST', '/scheduler/api/v1/', newKey(), job)
    expect([status, body.detail]).toEqual([201, undefined])
    const key = newKey()
    const run = () => ask('POST', `/scheduler/api/v1/${body.id}/run`, key)
    expectOneAnswer(await times(run), 200)
    const first = await run()
    await world.tick()
    const again = await run()
    expect([again.status, again.body]).toEqual([200, first.body])
    await world.tick()
    expect((await world.call('GET', '/api/v1/wallet', { key: second.inkey })).body.balance).toBe(21_000)
    const runs = await world.call('GET', `/scheduler/api/v1/${body.id}/runs`, { key: owner.invoiceKey })
    expect(runs.body).toMatchObject([{ state: 'success' }])
  })

  test('a cash-out offered twice with one key is one, with the code of the first', async () => {
    const till = { name: 'Bar', currency: 'EUR', withdraw_limit: 5000 }
    const { id } = (await ask('POST', '/tpos/api/v1/', newKey(), till)).body
    const key = newKey()
    const offer = () => ask('POST', `/tpos/api/v1/${id}/charges`, key, { amount: 0.05 })
    expectOneAnswer(await times(offer), 201)
    expect((await offer()).body).toMatchObject({ state: 'open', lnurl: expect.any(String) })
    const charges = await world.call('GET', `/tpos/api/v1/${id}/charges`, { key: owner.invoiceKey })
    expect(charges.body).toHaveLength(1)
  })

  test('an app that is connected twice over its page is connected once, and the code is there again', async () => {
    const key = newKey()
    const pair = () =>
      ask('POST', '/nwcprovider/pair', key, { description: 'Phone', may: 'pay', budget_sats: 100, refresh_window: 0 })
    const [first, again] = [await pair(), await pair()]
    expect([first.status, again.status]).toEqual([201, 201])
    const apps = await world.call('GET', '/nwcprovider/api/v1/', { key: owner.adminKey })
    expect(apps.headers['x-total-count']).toBe('1')
  })

  describe('what waits for a payment', () => {
    const begin = async (script: readonly unknown[]) => {
      const { id } = (await make(newKey(), { name: 'Tips', most: 100 })).body
      const { bolt11, hash } = await world.foreignInvoice(40_000)
      if (script.length > 0) await world.node.sendControl('POST /script', { match: { hash }, pay: script })
      const [key, payout] = [newKey(), newKey()]
      const empty = () => ask('POST', `/jar/api/v1/${id}/empty`, key, { bolt11, sats: 40, key: payout })
      const calls = async (): Promise<number> => {
        const { sent } = (await world.node.sendControl('GET /truth')).body as {
          sent: { hash: string; calls: number }[]
        }
        return sent.filter((row) => row.hash === hash).reduce((sum, row) => sum + row.calls, 0)
      }
      const emptied = async () =>
        (await world.call('GET', `/jar/api/v1/${id}`, { key: owner.adminKey })).body.emptied as number
      return { hash, key, payout, empty, calls, emptied }
    }

    test('a repeat is 409 while the first request is in flight, and then gets its answer', async () => {
      const name = `answer once ${dialect}`
      const { hash, empty, calls, emptied } = await begin([{ do: 'barrier', name }, 'settle'])
      const first = empty()
      const paying = async () => (await world.call('GET', `/api/v1/payments/${hash}`, { key: owner.adminKey })).status
      await expect.poll(paying, { interval: 5, timeout: 5000 }).toBe(200)
      expect((await empty()).status).toBe(409)
      await world.node.sendControl('POST /release', { name })
      const answer = await first
      const again = await empty()
      expect([again.status, again.body]).toEqual([200, answer.body])
      expect(await calls()).toBe(1)
      expect(await emptied()).toBe(40)
    })

    test('an answer in flight stays the answer, also after the payout has ended', async () => {
      const { hash, empty } = await begin(['hang'])
      const first = await empty()
      expect(first.body).toMatchObject({ state: 'attempted' })
      await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
      world.advance(60)
      await world.tick()
      const again = await empty()
      expect([again.status, again.body]).toEqual([200, first.body])
    })

    test('after a crash between commit and answer a repeat waits, and does not run again', async () => {
      const { hash, key, payout, empty, calls, emptied } = await begin(['hang'])
      await empty()
      await leaveAnswer(key, JSON.stringify({ waitFor: payout }))
      await world.restart()
      expect((await empty()).status).toBe(409)
      await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
      world.advance(60)
      await world.tick()
      const answers = await times(empty)
      expectOneAnswer(answers, 200)
      expect(answers[0]?.body).toMatchObject({ state: 'paid' })
      expect(await calls()).toBe(1)
      expect(await emptied()).toBe(40)
    })
  })

  test('after a crash before the commit a repeat is 409 for a minute, then runs once', async () => {
    const [before, key] = [await countItems(), newKey()]
    const { id } = (await make(key)).body
    await ask('DELETE', `/jar/api/v1/${id}`, newKey())
    await leaveAnswer(key, undefined)
    await world.restart()
    expect((await make(key)).status).toBe(409)
    expect(await countItems()).toBe(before)
    world.advance(60)
    expectOneAnswer(await times(() => make(key)), 201)
    expect(await countItems()).toBe(before + 1)
  })

  test('answers are kept for a day, over restarts and with another key-encryption key', async () => {
    const [before, key] = [await countItems(), newKey()]
    const { body } = await make(key)
    const old = world.service.vault
    await world.restart(NEW_ENV, (place) => change(place, NEW_KEY))
    world.advance(24 * 3600)
    await world.tick()
    expect((await make(key)).body).toEqual(body)
    expect(await countItems()).toBe(before + 1)
    const sql = 'SELECT answer FROM idempotency_keys WHERE key = $1'
    const kept = await world.db.first(sql, [key], (row: { answer: string }) => row.answer)
    expect(() => old.open(kept ?? '')).toThrow()
  })
})
