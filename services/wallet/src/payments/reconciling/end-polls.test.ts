import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { endPolls, postponePoll } from '../sending/send-commands.ts'

describe.each(DIALECTS)('the next poll of a payment, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const dueAt = (checkingId: string) =>
    world.db.first(
      'SELECT due_at FROM payments WHERE checking_id = $1',
      [checkingId],
      (row: { due_at: bigint | null }) => String(row.due_at),
    )

  test('ends with the last poll of a failed payment, and not those of one that is dispatched again after a crash of the database', async () => {
    const payer = await world.openWallet(1000)
    const invoice = await world.foreignInvoice(100_000)
    await world.node.sendControl('POST /script', { match: { hash: invoice.hash }, pay: [{ do: 'hang' }] })
    const { status, body } = await world.send(payer, invoice.bolt11)
    expect(status).toBe(201)
    await world.db.transact(endPolls, { checkingId: body.checking_id })
    expect(await dueAt(body.checking_id)).not.toBe('null')

    await world.node.sendControl('POST /fail', { hash: invoice.hash })
    world.advance(60)
    await world.tick()
    const seen = await world.call('GET', `/api/v1/payments/${body.checking_id}`, { key: payer.invoiceKey })
    expect(seen.body.status).toBe('failed')
    expect(await dueAt(body.checking_id)).not.toBe('null')
    await world.db.transact(endPolls, { checkingId: body.checking_id })
    expect(await dueAt(body.checking_id)).toBe('null')
  })

  test('is not moved by a poll that began in another state', async () => {
    const payer = await world.openWallet(1000)
    const invoice = await world.foreignInvoice(100_000)
    await world.node.sendControl('POST /script', { match: { hash: invoice.hash }, pay: [{ do: 'hang' }] })
    const { body } = await world.send(payer, invoice.bolt11)
    const look = { checkingId: body.checking_id, dueAt: 9e15, missingSince: null }
    const before = await dueAt(body.checking_id)
    await world.db.transact(postponePoll, { ...look, state: 'reserved' })
    expect(await dueAt(body.checking_id)).toBe(before)
    await world.db.transact(postponePoll, { ...look, state: 'dispatched' })
    expect(await dueAt(body.checking_id)).toBe(String(look.dueAt))
  })
})
