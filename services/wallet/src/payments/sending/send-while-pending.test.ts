import { watch } from '@satchel/lightning/world/simulated/open-test-node'
import { describe, expect, test } from 'vitest'
import { countOf, driveSends, times, until } from '../../../test/world/funding/drive-sends.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('others while a payment hangs, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '15000' })

  test('while a payment hangs all other requests are served, also those of its wallet (A11)', async () => {
    const { world } = sends
    const [wallet, other] = [await world.openWallet(1000), await world.openWallet(1000)]
    const hanging = await sends.invoice(100_000, { pay: ['hang'] })
    const sending = world.send(wallet, hanging.bolt11)
    const watched = watch(sending)
    await sends.nodeIsAsked(hanging.hash)

    for (const [payer, payee] of [
      [wallet, other],
      [other, wallet],
    ] as const) {
      expect(await world.balanceMsat(payer)).toBeGreaterThan(0)
      expect((await world.call('GET', '/api/v1/payments', { key: payer.invoiceKey })).status).toBe(200)
      const inside = await world.invoice(payee, 10)
      expect((await world.send(payer, inside.payment_request)).status).toBe(201)
      expect((await world.send(payer, (await sends.invoice(10_000)).bolt11)).status).toBe(201)
    }
    await world.tick()
    expect(watched.state()).toBe('waiting')

    await sends.sendControl('POST /settle', { hash: hanging.hash })
    expect(await sends.followed(wallet, hanging.hash)).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(890_000)
  })
})

describe.each(DIALECTS)('the cap on payments in flight, on %s', (dialect) => {
  const sends = driveSends(dialect, {
    SERVICE_PAY_WAIT_MS: '100',
    SERVICE_MAX_PENDING_PER_WALLET: '3',
    SERVICE_MAX_PENDING: '5',
  })
  const hanging = () => sends.invoice(1000, { pay: ['hang'] })

  test('the payments in flight of one wallet, and of all, are limited, and a finished one frees its place (A24)', async () => {
    const { world } = sends
    const [first, second, third] = await times(3, () => world.openWallet(1000))
    if (first === undefined || second === undefined || third === undefined) throw new Error('three wallets')
    const open = await times(8, hanging)
    const mine = await Promise.all(open.map(({ bolt11 }) => world.send(first, bolt11)))
    expect([countOf(mine, 201), countOf(mine, 400)]).toEqual([3, 5])
    expect(await world.balanceMsat(first)).toBe(1_000_000 - 3 * 3000)

    const others = await times(4, async () => world.send(second, (await hanging()).bolt11))
    expect([countOf(others, 201), countOf(others, 400)]).toEqual([2, 2])
    const full = await world.send(third, (await hanging()).bolt11)
    expect([full.status, full.body.detail]).toEqual([400, expect.stringContaining('in flight')])

    await until('the node has been asked five times', async () => (await sends.truth()).open.length === 5)
    const [done, ...rest] = (await sends.truth()).open
    await sends.sendControl('POST /settle', { hash: done?.hash })
    await sends.later()
    expect((await world.send(third, (await hanging()).bolt11)).status).toBe(201)
    await until('the node has been asked once more', async () => (await sends.truth()).open.length === 5)
    for (const { hash } of [...rest, ...(await sends.truth()).open]) await sends.sendControl('POST /fail', { hash })
    await sends.later()
    expect((await sends.serviceSide()).pending_outgoing).toBe(0)
  })

  test('internal payments that wait for a settlement count, too (A24)', async () => {
    const { world } = sends
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const holds = await times(4, () => world.invoice(payee, 10, { hold: true }))
    const answers = await Promise.all(holds.map((hold) => world.send(payer, hold.payment_request)))
    expect([countOf(answers, 201), countOf(answers, 400)]).toEqual([3, 1])
    // What does not wait is not held up by what does.
    const plain = await world.invoice(payee, 10)
    expect((await world.send(payer, plain.payment_request)).status).toBe(201)
    for (const { checking_id: id } of holds) {
      const { status } = await world.call('DELETE', `/api/v1/payments/${id}`, { key: payee.adminKey })
      expect(status).toBe(200)
    }
    expect(await world.balanceMsat(payer)).toBe(990_000)
  })
})
