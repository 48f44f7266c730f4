import { describe, expect, test } from 'vitest'
import { driveSends } from '../../../test/world/funding/drive-sends.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

/** Independently of the service: one percent, rounded up, but two satoshis at least. */
const limitOf = (amountMsat: number): number => Math.max(2000, Math.ceil(amountMsat / 100))

describe.each(DIALECTS)('fees, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '1000' })

  test('the fee limit at the node equals the reserve; a route above it fails and costs nothing (A27)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(10_000)
    for (const amount of [1000, 199_999, 200_001, 1_234_567]) {
      const limit = limitOf(amount)
      const { bolt11, hash } = await sends.invoice(amount, { pay: [{ do: 'needs_fee', fee_msat: limit + 1 }] })
      expect((await world.send(wallet, bolt11)).status).toBe(400)
      const failed = (await sends.truth()).failed.find((row) => row.hash === hash)
      expect(failed).toMatchObject({ limit, code: 'fee_limit', calls: 1 })
      const [row] = await sends.rowsOf(wallet)
      expect((await sends.postingsOf(row.checking_id)).map(({ amount: moved }) => Number(moved))).toEqual([
        amount + limit,
        amount + limit,
      ])
    }
    expect(await world.balanceMsat(wallet)).toBe(10_000_000)
  })

  test('an outside payment needs amount and reserve, one inside only the amount (A28)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    const outside = await sends.invoice(1_000_000)
    expect((await world.send(wallet, outside.bolt11)).status).toBe(400)
    expect(await sends.sendsOf(outside.hash)).toEqual({ sends: 0, calls: 0 })
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    const inside = await world.invoice(payee, 1000)
    expect((await world.send(wallet, inside.payment_request)).status).toBe(201)
    expect([await world.balanceMsat(wallet), await world.balanceMsat(payee)]).toEqual([0, 1_000_000])
  })

  test('one millisatoshi below the need is rejected (A28)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(102)
    expect((await world.send(wallet, (await sends.invoice(100_001)).bolt11)).status).toBe(400)
    const exact = await sends.invoice(100_000, { pay: [{ do: 'settle', fee_msat: 2000 }] })
    expect((await world.send(wallet, exact.bolt11)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(0)
  })

  test('two payments in flight have both their reserves, and may use them fully (A29)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(204)
    const pair = [await sends.invoice(100_000, { pay: ['hang'] }), await sends.invoice(100_000, { pay: ['hang'] })]
    for (const { bolt11 } of pair) expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(0)
    expect((await world.send(wallet, (await sends.invoice(1)).bolt11)).status).toBe(400)
    for (const { hash } of pair) await sends.sendControl('POST /settle', { hash, fee_msat: 2000 })
    for (const { hash } of pair) expect(await sends.followed(wallet, hash)).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(0)
  })

  const amounts = [1000, 1500, 199_999, 200_000, 200_001, 9_999_999]
  const cases = amounts.flatMap((amount) =>
    [0, 1, 999, 1000, limitOf(amount) - 1, limitOf(amount)].map((fee) => ({ amount, fee })),
  )

  test('a success returns the reserve less the fee, a failure all of it, exact to the millisatoshi (A30)', async () => {
    const { world } = sends
    const balance = 20_000_000
    const all = await Promise.all(
      cases.flatMap((one) =>
        ([true, false] as const).map(async (pays) => {
          const wallet = await world.openWallet(balance / 1000)
          const { bolt11, hash } = await sends.invoice(one.amount, { pay: ['hang'] })
          return { ...one, pays, wallet, bolt11, hash }
        }),
      ),
    )
    const answers = await Promise.all(all.map(({ wallet, bolt11 }) => world.send(wallet, bolt11)))
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const reserved = await Promise.all(all.map(({ wallet }) => world.balanceMsat(wallet)))
    expect(reserved).toEqual(all.map(({ amount }) => balance - amount - limitOf(amount)))

    for (const { pays, hash, fee } of all) {
      await (pays
        ? sends.sendControl('POST /settle', { hash, fee_msat: fee })
        : sends.sendControl('POST /fail', { hash }))
    }
    await sends.later()
    const after = await Promise.all(all.map(({ wallet }) => world.balanceMsat(wallet)))
    expect(after).toEqual(all.map(({ pays, amount, fee }) => (pays ? balance - amount - fee : balance)))
  })

  test('a node that exceeds the limit costs the wallet its reserve, the operator the rest, and halts all sends (A31)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(102)
    const { bolt11 } = await sends.invoice(100_000, { pay: [{ do: 'lie_fee', fee_msat: 50_000 }] })
    const sent = await world.send(wallet, bolt11, {})
    expect(sent.status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(0)
    const { details } = await sends.statusOf(wallet, sent.body.checking_id)
    expect(details).toMatchObject({ status: 'success', fee: 2000 })
    expect(await sends.postingsOf(sent.body.checking_id)).toEqual([
      { kind: 'reserve', amount: 102_000n },
      { kind: 'send', amount: 102_000n },
      { kind: 'loss', amount: 48_000n },
    ])
    expect((await sends.serviceSide()).halted).toBe(true)
    expect(await sends.alarmsAbout(sent.body.checking_id)).toEqual(['fee-above-limit'])

    const next = await sends.invoice(1000)
    const other = await world.openWallet(100)
    const refused = await world.send(other, next.bolt11)
    expect([refused.status, refused.body.detail]).toEqual([500, expect.stringMatching(/payments halted/i)])
    expect(await sends.sendsOf(next.hash)).toEqual({ sends: 0, calls: 0 })
    await sends.resume()
    expect((await world.send(other, next.bolt11)).status).toBe(201)
  })

  test('the same if the node reports the fee above the limit only later (A31)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { pay: ['hang'] })
    const { body } = await world.send(wallet, bolt11)
    await sends.sendControl('POST /settle', { hash, fee_msat: 2001 })
    expect(await sends.followed(wallet, hash)).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(898_000)
    expect((await sends.postingsOf(body.checking_id)).at(-1)).toEqual({ kind: 'loss', amount: 1n })
    expect((await sends.serviceSide()).halted).toBe(true)
    await sends.resume()
  })

  test.each([1, 999, 1001, 1500, 123_456_789])(
    'an invoice of %i msat is debited exactly, fee included (A33)',
    async (amount) => {
      const { world } = sends
      const wallet = await world.openWallet(200_000)
      const { bolt11 } = await sends.invoice(amount, { pay: [{ do: 'settle', fee_msat: 333 }] })
      expect((await world.send(wallet, bolt11)).status).toBe(201)
      expect(await world.balanceMsat(wallet)).toBe(200_000_000 - amount - 333)
    },
  )
})
