import { hash as digest } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { driveSends, until } from '../../../test/world/funding/drive-sends.ts'
import type { WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const RESERVED = 1_000_000 - 102_000
const DAY = 86_400

describe.each(DIALECTS)('sends whose outcome is not known, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '100' })

  /** A payment of 100 sat out of 1000 that is pending. */
  async function pending(script: object, more: object = {}) {
    const wallet = await sends.world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, script, more)
    const { status, body } = await sends.world.send(wallet, bolt11)
    expect(status).toBe(201)
    await sends.nodeIsAsked(hash)
    await staysPending(wallet, hash)
    return { wallet, bolt11, hash, id: body.checking_id as string }
  }

  async function staysPending(wallet: WorldWallet, id: string): Promise<void> {
    expect((await sends.statusOf(wallet, id)).status).toBe('pending')
    expect(await sends.world.balanceMsat(wallet)).toBe(RESERVED)
  }

  test('without an answer the reserve stays and a second send is rejected; the later success is one debit (A14)', async () => {
    const { world } = sends
    const { wallet, bolt11, hash, id } = await pending({
      pay: [{ do: 'timeout_then_settle', ms: 300, fee_msat: 700 }],
    })
    await sends.later()
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    expect((await world.send(await world.openWallet(1000), bolt11)).status).toBe(400)
    await sends.nodeIsDone(hash)
    expect(await sends.followed(wallet, hash)).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(899_300)
    expect(await sends.sendsOf(hash)).toEqual({ sends: 1, calls: 1 })
    expect((await sends.postingsOf(id)).filter(({ kind }) => kind === 'send')).toHaveLength(1)
  })

  test.each(['bad_preimage', 'missing', 'wrong_hash'])(
    'a success with a wrong preimage (%s) is not a success, and raises an alarm (A15)',
    async (step) => {
      const { wallet, hash, id } = await pending({ pay: [step] })
      expect((await sends.statusOf(wallet, id)).preimage).toBeNull()
      expect(await sends.alarmsAbout(id)).toEqual(['bad-preimage'])
      await sends.later()
      await staysPending(wallet, id)
      await sends.sendControl('POST /settle', { hash, fee_msat: 5 })
      expect(await sends.followed(wallet, id)).toBe('success')
      expect(await sends.alarmsAbout(id)).toEqual(['bad-preimage'])
    },
  )

  test('an outside success has the preimage that proves it (A15)', async () => {
    const { wallet, hash, id } = await pending({ pay: ['hang'] })
    await sends.sendControl('POST /settle', { hash })
    expect(await sends.followed(wallet, id)).toBe('success')
    const { preimage } = await sends.statusOf(wallet, id)
    expect(digest('sha256', Buffer.from(preimage, 'hex'))).toBe(hash)
  })

  test.each(['error', 'hang'])('look-ups that only %s change nothing, for however long (A16)', async (lookup) => {
    const { wallet, hash } = await pending({ pay: ['throw'], lookup: [lookup] })
    for (let minute = 0; minute < (lookup === 'hang' ? 1 : 10); minute += 1) {
      await sends.later(60)
      await staysPending(wallet, hash)
    }
    await sends.sendControl('POST /script', { match: { hash }, lookup: ['truth'] })
    await sends.sendControl('POST /settle', { hash })
    expect(await sends.followed(wallet, hash)).toBe('success')
  })

  test('a payment that the node registers late is not refunded before (A17)', async () => {
    const { wallet, hash } = await pending({ pay: [{ do: 'register_late', ms: 400, fee_msat: 9 }] })
    for (let round = 0; round < 3; round += 1) {
      await sends.later(60)
      await staysPending(wallet, hash)
    }
    await sends.nodeIsDone(hash)
    expect(await sends.followed(wallet, hash)).toBe('success')
    expect(await sends.world.balanceMsat(wallet)).toBe(899_991)
  })

  const NEVER = { do: 'register_late', ms: 3_600_000, truth: 'failed' }

  test('"not found" fails a payment only if its invoice expired ten minutes ago, reported twice ten minutes apart (A17)', async () => {
    const { wallet, hash } = await pending({ pay: [NEVER] }, { expiry: 60 })
    // One answer before the expiry, one just before the grace is over.
    await sends.later(1)
    await sends.later(650)
    await staysPending(wallet, hash)
    await sends.later(31)
    expect((await sends.statusOf(wallet, hash)).status).toBe('failed')
    expect(await sends.world.balanceMsat(wallet)).toBe(1_000_000)
    await sends.sendControl('POST /fail', { hash })
  })

  test('one "not found" long after the expiry is not enough (A17)', async () => {
    const { wallet, hash } = await pending({ pay: [NEVER] }, { expiry: 60 })
    await sends.later(DAY / 2)
    await staysPending(wallet, hash)
    await sends.later(599)
    await staysPending(wallet, hash)
    await sends.later(31)
    expect((await sends.statusOf(wallet, hash)).status).toBe('failed')
    await sends.sendControl('POST /fail', { hash })
  })

  test('"not found" never fails a payment that the node has had: it stays reserved, and payments halt (A17)', async () => {
    const script = { pay: [NEVER], lookup: ['not_found', 'pending', 'not_found'] }
    const { wallet, hash, id } = await pending(script, { expiry: 60 })
    for (let round = 0; round < 5; round += 1) {
      await sends.later(1000)
      await staysPending(wallet, hash)
    }
    expect((await sends.serviceSide()).halted).toBe(true)
    await sends.sendControl('POST /script', { match: { hash }, lookup: ['truth'] })
    await sends.sendControl('POST /settle', { hash, fee_msat: 9 })
    expect(await sends.followed(wallet, id)).toBe('success')
    expect(await sends.world.balanceMsat(wallet)).toBe(899_991)
    await sends.resume()
  })

  test('a failure of an earlier attempt says nothing about the one in flight (A18)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { pay: ['fail', 'hang'], lookup: ['stale_failed'] })
    await world.send(wallet, bolt11)
    await until('attempt one has failed', async () => (await sends.statusOf(wallet, hash)).status === 'failed')
    const second = await world.send(wallet, bolt11)
    expect(second.status).toBe(201)
    const id = second.body.checking_id as string
    await until('the node has been asked twice', async () => (await sends.sendsOf(hash)).calls === 2)
    for (let round = 0; round < 4; round += 1) {
      await sends.later(60)
      await staysPending(wallet, id)
    }
    await sends.sendControl('POST /script', { match: { hash }, lookup: ['truth'] })
    await sends.sendControl('POST /settle', { hash, fee_msat: 3 })
    expect(await sends.followed(wallet, id)).toBe('success')
    expect((await sends.rowsOf(wallet)).map(({ status }) => status)).toEqual(['success', 'failed'])
    expect(await world.balanceMsat(wallet)).toBe(899_997)
  })

  test('after twenty days and a restart a hanging payment is still followed and guarded, and booked once (A21, A10)', async () => {
    const { world } = sends
    const { wallet, bolt11, hash, id } = await pending({ pay: ['hang'] })
    for (let look = 0; look < 4; look += 1) await sends.later(5 * DAY)
    await staysPending(wallet, id)
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    await world.restart()
    await staysPending(wallet, id)
    await sends.sendControl('POST /settle', { hash, fee_msat: 700 })
    expect(await sends.followed(wallet, id)).toBe('success')
    await world.restart()
    expect(await world.balanceMsat(wallet)).toBe(899_300)
    expect((await sends.postingsOf(id)).filter(({ kind }) => kind === 'send')).toHaveLength(1)
  })

  test('a payment that is in flight for more than a day raises one alarm (A21)', async () => {
    const { wallet, hash, id } = await pending({ pay: ['hang'], lookup: ['truth', 'error', 'truth'] })
    await sends.later(DAY - 60)
    expect(await sends.alarmsAbout(id)).toEqual([])
    for (let round = 0; round < 3; round += 1) {
      await sends.later(61)
      await sends.world.service.pollLatePayments()
    }
    expect(await sends.alarmsAbout(id)).toEqual(['pending-for-long'])
    await sends.sendControl('POST /fail', { hash })
    expect(await sends.followed(wallet, id)).toBe('failed')
  })

  test('a payment settled while the service is down is booked by the next start (A21)', async () => {
    const { wallet, hash, id } = await pending({ pay: ['hang'] })
    await sends.sendControl('POST /settle', { hash, fee_msat: 700 })
    await sends.world.restart()
    expect((await sends.statusOf(wallet, id)).status).toBe('success')
    expect(await sends.world.balanceMsat(wallet)).toBe(899_300)
  })

  test.each([
    { truth: 'settle', ends: 'success', balance: 900_000 },
    { truth: 'fail', ends: 'failed', balance: 1_000_000 },
  ])(
    'an invoice that expires while it is paid ends with the real outcome: $ends (A23)',
    async ({ truth, ends, balance }) => {
      const { wallet, bolt11, hash, id } = await pending({ pay: ['hang'] }, { expiry: 60 })
      await sends.later(61)
      await sends.later(DAY)
      await staysPending(wallet, id)
      expect((await sends.world.send(wallet, bolt11)).status).toBe(400)
      await sends.sendControl(`POST /${truth}`, { hash })
      expect(await sends.followed(wallet, id)).toBe(ends)
      expect(await sends.world.balanceMsat(wallet)).toBe(balance)
    },
  )
})
