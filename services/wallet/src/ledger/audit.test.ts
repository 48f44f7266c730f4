import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'

describe.each(DIALECTS)('the audit of the books, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  test.each<[string, string, (ids: { wallet: string; incoming: string; outgoing: string }) => string]>([
    [
      'a reserve without a payment',
      'B2 B6',
      (ids) => `UPDATE balances SET reserved_msat = 5 WHERE wallet_id = '${ids.wallet}'`,
    ],
    ['a wallet without its row', 'B2', (ids) => `DELETE FROM balances WHERE wallet_id = '${ids.wallet}'`],
    ['money in clearing', 'B3', () => posting('adjustments', 'clearing')],
    ['money for a wallet from nowhere', 'B2', (ids) => posting('node', `available:${ids.wallet}`)],
    ['money for a wallet that is not', 'B2', () => posting('node', 'available:unknown')],
    [
      'an amount that was changed',
      'B15 B19 B7 B9',
      (ids) =>
        `UPDATE payments SET amount_msat = amount_msat + 1000, state = 'dispatched' WHERE checking_id = '${ids.outgoing}'`,
    ],
    [
      'a payer that failed',
      'B19 B20 B7 B9',
      (ids) => `UPDATE payments SET state = 'failed' WHERE checking_id = '${ids.outgoing}'`,
    ],
    [
      'an invoice that is open again',
      'B19 B20 B7 B9',
      (ids) => `UPDATE payments SET state = 'open' WHERE checking_id = '${ids.incoming}'`,
    ],
    [
      'a payer whose invoice is over',
      'B9',
      ({ incoming, outgoing }) =>
        `UPDATE payments SET state = CASE direction WHEN 'out' THEN 'held' ELSE 'failed' END WHERE checking_id IN ('${incoming}', '${outgoing}')`,
    ],
    [
      'an invoice paid without a payment',
      'B10',
      (ids) => `UPDATE payments SET peer_id = NULL WHERE checking_id = '${ids.incoming}'`,
    ],
    [
      'a fee above its limit',
      'B12 B7',
      (ids) => `UPDATE payments SET fee_msat = 1 WHERE checking_id = '${ids.outgoing}'`,
    ],
    [
      'a success without a proof',
      'B16',
      (ids) => `UPDATE payments SET peer_id = NULL, preimage = NULL WHERE checking_id = '${ids.outgoing}'`,
    ],
    [
      'a count that is wrong',
      'B19',
      (ids) => `UPDATE payment_counts SET success = success + 1 WHERE wallet_id = '${ids.wallet}'`,
    ],
    [
      'an hour that is wrong',
      'B19',
      (ids) => `UPDATE payment_hours SET income_sat = income_sat + 1 WHERE wallet_id = '${ids.wallet}'`,
    ],
    [
      'an adjustment on paper only',
      'B7',
      (ids) => `UPDATE adjustments SET amount_msat = 1 WHERE wallet_id = '${ids.wallet}'`,
    ],
  ])('the audit detects %s (A53)', async (_what, wanted, corrupt) => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const invoice = await world.invoice(payee, 10)
    const sent = await world.send(payer, invoice.payment_request)
    expect(sent.status).toBe(201)
    // The tests before this one have left their own traces.
    const known = new Set((await world.violations()).map((violation) => JSON.stringify(violation)))
    const ids = { wallet: payer.id, incoming: invoice.checking_id, outgoing: sent.body.checking_id }
    await writeDirectly(world, corrupt(ids))
    const found = (await world.violations()).filter((violation) => !known.has(JSON.stringify(violation)))
    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(wanted.split(' ')))
  })

  test('the audit of correct books finds nothing (B2–B20)', async () => {
    const untouched = await openWorld({ dialect })
    const [payer, payee] = [await untouched.openWallet(1000), await untouched.openWallet()]
    await untouched.send(payer, (await untouched.invoice(payee, 10)).payment_request)
    expect(await untouched.violations()).toEqual([])
    await untouched.close()
  })

  const posting = (from: string, to: string): string =>
    `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at) VALUES ('${from}', '${to}', 7, 'x', 'y', 1)`
})
