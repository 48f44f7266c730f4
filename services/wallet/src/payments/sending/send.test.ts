import { hash as digest } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { driveSends } from '../../../test/world/funding/drive-sends.ts'
import type { Answer } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const WHOLE = { prefer: 'return=representation' }

describe.each(DIALECTS)('sends, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '1000' })

  const sendWith = (key: string, bolt11: string, headers: Record<string, string>): Promise<Answer> =>
    sends.world.call('POST', '/api/v1/payments', { key, body: { out: true, bolt11 }, headers })

  test('a send returns two fields, and with Prefer also its state', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const script = { pay: [{ do: 'settle', fee_msat: 700 }] }
    const plain = await world.send(wallet, (await sends.invoice(21_000, script)).bolt11)
    expect([plain.status, Object.keys(plain.body).sort()]).toEqual([201, ['checking_id', 'payment_hash']])
    const { bolt11, hash } = await sends.invoice(21_000, script)
    const whole = await sendWith(wallet.adminKey, bolt11, WHOLE)
    expect(whole).toMatchObject({
      status: 201,
      body: { payment_hash: hash, status: 'success', amount: -21, fee: 700 },
    })
  })

  test('a note of the payer replaces the description of the invoice', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const send = async (memo: string) => {
      const { bolt11 } = await sends.invoice(21_000, { pay: ['settle'] })
      return world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body: { out: true, bolt11, memo } })
    }
    const { body } = await send('rent, May')
    expect((await sends.statusOf(wallet, body.checking_id)).details.memo).toBe('rent, May')
    expect(await send('x'.repeat(640))).toMatchObject({ status: 422, body: { errors: [{ loc: ['body', 'memo'] }] } })
  })

  test('a pending send is returned as pending, can be queried, and becomes a success with its fee', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(100_000, { pay: ['hang'] })
    const answer = await sendWith(wallet.adminKey, bolt11, WHOLE)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'pending', amount: -100, fee: 2000 })
    const asked = await sends.statusOf(wallet, answer.body.checking_id)
    expect(asked).toMatchObject({
      paid: false,
      status: 'pending',
      preimage: null,
      details: { amount: -100, fee: 2000, payment_hash: hash },
    })
    await sends.sendControl('POST /settle', { hash, fee_msat: 700 })
    expect(await sends.followed(wallet, answer.body.checking_id)).toBe('success')
    expect(await sends.statusOf(wallet, hash)).toMatchObject({ paid: true, details: { amount: -100, fee: 700 } })
  })

  test('the invoice key cannot send', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(1000)
    expect((await sendWith(wallet.invoiceKey, bolt11, {})).status).toBe(403)
    expect(await sends.sendsOf(hash)).toEqual({ sends: 0, calls: 0 })
  })

  test('payments are listed in the order of creation, though the clock goes back an hour (A13)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const made: string[] = []
    for (const step of [0, -3600, -60, 7200]) {
      world.advance(step)
      const { bolt11 } = await sends.invoice(1000)
      made.unshift((await world.send(wallet, bolt11)).body.checking_id)
    }
    expect((await sends.rowsOf(wallet)).map(({ checking_id: id }) => id)).toEqual(made)
    const page = await world.call('GET', '/api/v1/payments/paginated', { key: wallet.invoiceKey })
    expect(page.body.data.map(({ checking_id: id }: { checking_id: string }) => id)).toEqual(made)
  })

  test.each(['a\0b', '🧡'.repeat(159), `‮<script>'; DROP TABLE payments --`, '\u0001\u007f\ufeff'])(
    'whatever text an invoice carries (%j), its payment is booked and can be read (A26)',
    async (description) => {
      const { world } = sends
      const wallet = await world.openWallet(1000)
      const { bolt11 } = await sends.invoice(1000, undefined, { description })
      const { status, body } = await world.send(wallet, bolt11)
      expect(status).toBe(201)
      const [row] = await sends.rowsOf(wallet)
      expect(row).toMatchObject({
        checking_id: body.checking_id,
        status: 'success',
        memo: description.replaceAll('\0', ''),
      })
      expect(await world.balanceMsat(wallet)).toBe(999_000)
    },
  )

  test.each(['{"note":"\\u0000"}', '{"note":"\\ud800"}', `{"note":"${'x'.repeat(5000)}"}`, '[]'])(
    'extra that cannot be stored (%.20s) is rejected before anything moves (A26)',
    async (extra) => {
      const { world } = sends
      const wallet = await world.openWallet(1000)
      const { bolt11, hash } = await sends.invoice(1000)
      const answer = await world.call('POST', '/api/v1/payments', {
        key: wallet.adminKey,
        headers: { 'content-type': 'application/json' },
        body: `{"out":true,"bolt11":"${bolt11}","extra":${extra}}`,
      })
      expect(answer.status).toBe(422)
      expect(await sends.rowsOf(wallet)).toEqual([])
      expect(await sends.sendsOf(hash)).toEqual({ sends: 0, calls: 0 })
    },
  )

  test('no answer has the preimage of an unsettled payment (A45)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    let heard = ''
    const hear = async (answer: Promise<Answer>): Promise<Answer['body']> => {
      const { headers, body } = await answer
      heard += JSON.stringify([headers, body])
      return body
    }
    const receive = (more: object) =>
      hear(world.call('POST', '/api/v1/payments', { key: payee.invoiceKey, body: { out: false, amount: 10, ...more } }))
    const open = await receive({})
    const openHold = await receive({ hold: true })
    const held = await receive({ hold: true })
    const settled = await receive({})
    const outside = await sends.invoice(10_000)
    const hanging = await sends.invoice(10_000, { pay: ['hang'] })
    const failing = await sends.invoice(10_000, { pay: ['fail'] })
    const invoices = [held.bolt11, settled.bolt11, outside.bolt11, hanging.bolt11, failing.bolt11]
    for (const bolt11 of invoices) {
      await hear(sendWith(wallet.adminKey, bolt11, WHOLE))
    }
    const hashes = [open, openHold, held, settled].map(({ payment_hash: hash }) => hash as string)
    for (const { adminKey: key } of [wallet, payee]) {
      for (const hash of [...hashes, outside.hash, hanging.hash, failing.hash]) {
        await hear(world.call('GET', `/api/v1/payments/${hash}`, { key }))
      }
      for (const path of ['payments', 'payments/paginated', 'payments/history', 'wallet']) {
        await hear(world.call('GET', `/api/v1/${path}`, { key }))
      }
      await hear(world.call('POST', '/api/v1/payments/decode', { key, body: { data: hanging.bolt11 } }))
    }
    const proven = new Set([...heard.matchAll(/[0-9a-f]{64}/g)].map(([value]) => hashOf(value)))
    // The settled ones are found, which proves that the search works.
    expect([...hashes, outside.hash, hanging.hash, failing.hash].filter((hash) => proven.has(hash))).toEqual([
      settled.payment_hash,
      outside.hash,
    ])
    await sends.sendControl('POST /fail', { hash: hanging.hash })
    await sends.later()
    expect((await world.call('DELETE', `/api/v1/payments/${held.payment_hash}`, { key: payee.adminKey })).status).toBe(
      200,
    )
  })

  test('a retry after a failure is a new row, and the failed one is unchanged (A46)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(10_000, { pay: ['fail', { do: 'settle', fee_msat: 1 }] })
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    const [failed] = await sends.rowsOf(wallet)
    const { status, body } = await world.send(wallet, bolt11)
    expect(status).toBe(201)
    expect(body.checking_id).not.toBe(failed.checking_id)
    const rows = await sends.rowsOf(wallet)
    expect(rows).toEqual([
      expect.objectContaining({ checking_id: body.checking_id, status: 'success', fee: 1 }),
      failed,
    ])
    expect((await sends.statusOf(wallet, hash)).details.checking_id).toBe(body.checking_id)
    expect((await world.send(wallet, bolt11)).status).toBe(400)
  })

  test('the two rows of one hash have their own ids (A46)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const invoice = await world.invoice(wallet, 10)
    const { body } = await world.send(wallet, invoice.payment_request)
    expect(body.checking_id).not.toBe(invoice.checking_id)
    expect((await sends.statusOf(wallet, body.checking_id)).details.amount).toBe(-10)
    expect((await sends.statusOf(wallet, invoice.checking_id)).details.amount).toBe(10)
  })
})

const hashOf = (hex: string): string => digest('sha256', Buffer.from(hex, 'hex'))
