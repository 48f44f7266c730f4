import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { type Event, findLastEventId, listEventsAfter } from './event-log.ts'
import { followEvents } from './follow-events.ts'

describe.each(DIALECTS)('events, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const pay = async (payer: WorldWallet, payee: WorldWallet): Promise<string> => {
    const invoice = await world.invoice(payee, 1)
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    return invoice.checking_id
  }
  const kinds = (events: readonly Event[]): string[] => events.map(({ kind }) => kind)

  test('each end of a payment is one event, in the order of the commits (A51, B20)', async () => {
    const [payer, payee] = [await world.openWallet(100), await world.openWallet()]
    const start = await findLastEventId(world.db)
    await pay(payer, payee)
    const held = await world.invoice(payee, 2, { hold: true })
    await world.send(payer, held.payment_request)
    await world.call('DELETE', `/api/v1/payments/${held.checking_id}`, { key: payee.adminKey })
    const foreign = await world.foreignInvoice(1000)
    await world.node.sendControl('POST /script', { match: { hash: foreign.hash }, pay: ['fail'] })
    await world.send(payer, foreign.bolt11)
    await world.invoice(payee, 3, { expiry: 1 })
    world.advance(60)
    await world.tick()
    const all = await listEventsAfter(world.db, start, 100)
    const kindsOf = (wallet: { readonly id: string }) => kinds(all.filter(({ walletId }) => walletId === wallet.id))
    expect(kindsOf(payer)).toEqual(['payment-sent', 'payment-failed', 'payment-failed'])
    expect(kindsOf(payee)).toEqual(['payment-received', 'payment-held', 'invoice-cancelled', 'invoice-expired'])
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, other) => (one < other ? -1 : 1)))
  })

  test('a follower gets every event once, in order, after its commit', async () => {
    const [payer, payee] = [await world.openWallet(100), await world.openWallet()]
    const received: Event[] = []
    const states: string[] = []
    const follower = await followEvents({
      db: world.db,
      what: 'the test',
      log: SILENT_LOG,
      async handle(events) {
        for (const event of events) {
          received.push(event)
          const sql = 'SELECT state FROM payments WHERE checking_id = $1'
          states.push(
            (await world.db.first(sql, [event.checkingId], (row: { state: string }) => row.state)) ?? 'missing',
          )
        }
      },
    })
    const paid: string[] = []
    for (let round = 0; round < 10; round += 1) paid.push(await pay(payer, payee))
    await follower.caughtUp()
    await follower.stop()
    expect(received.filter(({ kind }) => kind === 'payment-received').map(({ checkingId }) => checkingId)).toEqual(paid)
    expect(received).toHaveLength(20)
    expect(new Set(states)).toEqual(new Set(['success']))
    await pay(payer, payee)
    expect(received).toHaveLength(20)
  })

  test('a batch that failed is delivered again, and nothing is skipped', async () => {
    const [payer, payee] = [await world.openWallet(100), await world.openWallet()]
    const start = await findLastEventId(world.db)
    const handled: bigint[] = []
    let failures = 3
    const follower = await followEvents({
      db: world.db,
      what: 'the test',
      log: SILENT_LOG,
      after: start,
      pollMs: 20,
      async handle(events) {
        if (failures > 0) {
          failures -= 1
          throw new Error('the receiver is away')
        }
        handled.push(...events.map(({ id }) => id))
      },
    })
    await pay(payer, payee)
    await pay(payer, payee)
    const expected = (await listEventsAfter(world.db, start, 100)).map(({ id }) => id)
    expect(expected).toHaveLength(4)
    await expect.poll(() => handled, { timeout: 5000 }).toEqual(expected)
    await follower.stop()
  })

  test('a follower that starts after an event gets every later event, however many', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const start = await findLastEventId(world.db)
    await Promise.all(Array.from({ length: 300 }, () => pay(payer, payee)))
    const seen: bigint[] = []
    const follower = await followEvents({
      db: world.db,
      what: 'the test',
      log: SILENT_LOG,
      after: start,
      handle: async (events) => void seen.push(...events.map(({ id }) => id)),
    })
    await follower.caughtUp()
    await follower.stop()
    expect(seen).toHaveLength(600)
    expect(new Set(seen).size).toBe(600)
  })
})
