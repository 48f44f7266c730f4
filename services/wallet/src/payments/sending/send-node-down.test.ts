import { describe, expect, test } from 'vitest'
import { driveSends } from '../../../test/world/funding/drive-sends.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const WAIT_MS = 1000
/** Longer than the validity of an invoice and the search for its payment (rule A17). */
const LONG_AFTER_EXPIRY = 3600 + 700

describe.each(DIALECTS)('a node that cannot be reached, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: String(WAIT_MS) })

  test.each([
    { mode: 'refuse', answer: 400, stands: 'failed', ends: 'failed' },
    { mode: 'reset', answer: 201, stands: 'pending', ends: 'failed' },
    { mode: 'hang', answer: 201, stands: 'pending', ends: 'success' },
  ])(
    'down ($mode): a send is answered $answer, is $stands, and ends as $ends once the node is back (E2)',
    async (row) => {
      const { world } = sends
      const wallet = await world.openWallet(1000)
      const { bolt11, hash } = await sends.invoice(100_000)
      await sends.sendControl('POST /down', { mode: row.mode })
      const startedAt = performance.now()
      expect((await world.send(wallet, bolt11)).status).toBe(row.answer)
      expect(performance.now() - startedAt).toBeLessThan(WAIT_MS + 1000)
      expect((await sends.statusOf(wallet, hash)).status).toBe(row.stands)
      expect(await world.balanceMsat(wallet)).toBe(row.stands === 'pending' ? 898_000 : 1_000_000)
      // Nothing follows from a node that cannot be asked.
      if (row.mode === 'reset') await sends.later(LONG_AFTER_EXPIRY)
      expect((await sends.statusOf(wallet, hash)).status).toBe(row.stands)

      await sends.sendControl('POST /up')
      await sends.nodeIsDone(hash)
      for (let round = 0; round < 2; round += 1) await sends.later(LONG_AFTER_EXPIRY)
      expect((await sends.statusOf(wallet, hash)).status).toBe(row.ends)
      const paid = row.ends === 'success'
      expect(await world.balanceMsat(wallet)).toBe(paid ? 900_000 : 1_000_000)
      expect(await sends.sendsOf(hash)).toEqual(paid ? { sends: 1, calls: 1 } : { sends: 0, calls: 0 })
    },
  )

  test('down (refuse): a payment that was not sent can be sent again (E2)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000)
    await sends.sendControl('POST /down', { mode: 'refuse' })
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    await sends.sendControl('POST /up')
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect(await sends.sendsOf(hash)).toEqual({ sends: 1, calls: 1 })
    expect(await world.balanceMsat(wallet)).toBe(900_000)
  })

  test.each(['refuse', 'hang', 'reset'])(
    'down (%s): an invoice is rejected within three seconds and leaves no row; all else works (E2)',
    async (mode) => {
      const { world } = sends
      const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
      const made = await world.invoice(payee, 100)
      await sends.sendControl('POST /down', { mode })
      const startedAt = performance.now()
      const refused = await world.call('POST', '/api/v1/payments', {
        key: payee.invoiceKey,
        body: { out: false, amount: 7 },
      })
      expect(performance.now() - startedAt).toBeLessThan(3000)
      expect([500, 503]).toContain(refused.status)
      expect(await sends.rowsOf(payee)).toHaveLength(1)

      expect((await world.send(payer, made.payment_request)).status).toBe(201)
      expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([900_000, 100_000])
      await sends.sendControl('POST /up')
      expect((await world.invoice(payee, 7)).status).toBe('pending')
      await sends.later()
      expect((await sends.rowsOf(payee)).map(({ status }) => status)).toEqual(['pending', 'success'])
    },
  )
})
