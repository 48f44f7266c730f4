import { describe, expect, test } from 'vitest'
import { driveSends, until } from '../../../test/world/funding/drive-sends.ts'
import type { WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const NEVER_HEARD_OF = { lookup: ['not_found'] }

describe.each(DIALECTS)('a node that contradicts itself, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '1000' })

  /** The row stays failed, the wallet keeps everything, the operator bears the loss, nothing is sent any more. */
  async function isBornByTheHouse(wallet: WorldWallet, id: string, lossMsat: bigint): Promise<void> {
    const status = await sends.statusOf(wallet, id)
    expect([status.status, status.paid, status.preimage]).toEqual(['failed', false, null])
    expect(await sends.world.balanceMsat(wallet)).toBe(1_000_000)
    expect((await sends.postingsOf(id)).filter(({ kind }) => kind === 'loss')).toEqual([
      { kind: 'loss', amount: lossMsat },
    ])
    expect(await sends.eventsOf(id)).toEqual(['payment-failed'])
    expect(await sends.alarmsAbout(status.details.payment_hash)).toEqual(['failed-but-paid'])
    expect((await sends.serviceSide()).halted).toBe(true)
  }

  test('failed, later settled: the row stays failed, the operator bears it once, sends halt until resumed (A22)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, {
      pay: [{ do: 'contradict', ms: 200, fee_msat: 700 }],
    })
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    const [{ checking_id: id }] = await sends.rowsOf(wallet)
    await sends.nodeIsDone(hash)
    for (let round = 0; round < 3; round += 1) await sends.later()
    await isBornByTheHouse(wallet, id, 100_700n)

    await world.restart()
    await isBornByTheHouse(wallet, id, 100_700n)
    const next = await sends.invoice(1000)
    const refused = await world.send(wallet, next.bolt11)
    expect([refused.status, refused.body.detail]).toEqual([500, expect.stringMatching(/payments halted/i)])
    await sends.resume()
    expect((await world.send(wallet, next.bolt11)).status).toBe(201)
    for (let round = 0; round < 3; round += 1) await sends.later()
    expect((await sends.serviceSide()).halted).toBe(false)
    expect((await sends.postingsOf(id)).filter(({ kind }) => kind === 'loss')).toHaveLength(1)
  })

  test('a look-up that wrongly reports failed is contradicted by the next one (A22)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { pay: ['throw'], lookup: ['failed', 'truth'] })
    const { body } = await world.send(wallet, bolt11)
    await sends.later()
    expect((await sends.statusOf(wallet, body.checking_id)).status).toBe('failed')
    await sends.sendControl('POST /settle', { hash, fee_msat: 5 })
    await sends.later()
    await isBornByTheHouse(wallet, body.checking_id, 100_005n)
    await sends.resume()
  })

  test('a late success of the pay call, after look-ups reported failed, is detected (A22)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(
      100_000,
      {
        pay: [
          { do: 'barrier', name: `late-${dialect}` },
          { do: 'settle', fee_msat: 9 },
        ],
        ...NEVER_HEARD_OF,
      },
      { expiry: 60 },
    )
    const { body } = await world.send(wallet, bolt11)
    await sends.later(1)
    await sends.later(700)
    expect((await sends.statusOf(wallet, body.checking_id)).status).toBe('failed')
    await sends.sendControl('POST /release', { name: `late-${dialect}` })
    await sends.nodeIsDone(hash)
    await until('the late answer has arrived', async () => (await sends.serviceSide()).halted)
    await isBornByTheHouse(wallet, body.checking_id, 100_009n)
    await sends.resume()
  })

  test('a payment failed as "not found" that the node has settled after all is detected (A22)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(
      100_000,
      { pay: ['throw'], lookup: ['not_found', 'not_found', 'truth'] },
      { expiry: 60 },
    )
    const { body } = await world.send(wallet, bolt11)
    await sends.later(1)
    await sends.later(700)
    expect((await sends.statusOf(wallet, body.checking_id)).status).toBe('failed')
    await sends.sendControl('POST /settle', { hash })
    for (let round = 0; round < 3; round += 1) await sends.later()
    await isBornByTheHouse(wallet, body.checking_id, 100_000n)
    await sends.resume()
  })

  test('an invoice paid again before the contradiction is known is debited once, and no party loses (A22)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, {
      pay: [
        { do: 'contradict', ms: 300, fee_msat: 700 },
        { do: 'settle', fee_msat: 500 },
      ],
    })
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    await sends.nodeIsDone(hash)
    for (let round = 0; round < 3; round += 1) await sends.later()
    expect((await sends.rowsOf(wallet)).map(({ status }) => status)).toEqual(['success', 'failed'])
    expect((await sends.sendsOf(hash)).sends).toBe(1)
    expect(await world.balanceMsat(wallet)).toBe(899_500)
    expect((await sends.serviceSide()).halted).toBe(false)
  })

  test('a manual payment of an invoice that failed here three times is one loss, not three (A22)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, {
      pay: ['fail', 'fail', 'fail', { do: 'settle', fee_msat: 40 }],
      // A node without ids of ours reports by hash, whichever attempt is polled.
      lookup: ['settled'],
    })
    for (let time = 1; time <= 3; time += 1) expect((await world.send(wallet, bolt11)).status).toBe(400)
    await world.node.pay({ bolt11, paymentHash: hash, feeLimitMsat: 1000n as never, attemptId: 'by hand' })
    for (let round = 0; round < 4; round += 1) await sends.later()
    const losses = await Promise.all((await sends.rowsOf(wallet)).map(({ checking_id: id }) => sends.postingsOf(id)))
    expect(losses.flat().filter(({ kind }) => kind === 'loss')).toEqual([{ kind: 'loss', amount: 100_040n }])
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    expect((await sends.serviceSide()).halted).toBe(true)
    await sends.resume()
  })

  test('a success is final: a later report of failure changes nothing (A22, A18)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { lookup: ['failed'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    for (let round = 0; round < 3; round += 1) await sends.later()
    await world.restart()
    expect((await sends.statusOf(wallet, hash)).status).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(900_000)
  })
})
