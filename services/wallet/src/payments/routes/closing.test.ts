import type { InvoiceRequest } from '@satchel/lightning/port/funding-source'
import { describe, expect, test } from 'vitest'
import { driveSends, until } from '../../../test/world/funding/drive-sends.ts'
import type { WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

describe.each(DIALECTS)('closing, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '1000' })

  test.each([{ do: 'refuse' }, { do: 'throw' }, { do: 'hang' }, { do: 'throw', done: true }])(
    'if the node cannot confirm that it closed an invoice paid inside (%o), it is called until it does (A6)',
    async (step) => {
      const { world } = sends
      const [payer, payee] = [await world.openWallet(100), await world.openWallet()]
      const invoice = await world.invoice(payee, 100)
      await sends.sendControl('POST /script', { match: { hash: invoice.payment_hash }, close: [step, 'ok'] })
      expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
      expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([0, 100_000])
      await until('no closing is owed any more', async () => {
        await sends.later()
        return (await owed(invoice.checking_id)) === 0n
      })
      // Closed: it cannot be paid a second time from outside.
      expect((await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })).status).toBe(400)
      expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([0, 100_000])
    },
  )

  test('a wallet with a payment in flight or a balance cannot be closed; an empty one can, and its keys are invalid (D12)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(102), await world.openWallet()]
    const hanging = await sends.invoice(100_000, { pay: ['hang'] })
    expect((await world.send(wallet, hanging.bolt11)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(0)
    expect(await close(wallet)).toBe(400)
    await sends.sendControl('POST /settle', { hash: hanging.hash, fee_msat: 1000 })
    expect(await sends.followed(wallet, hanging.hash)).toBe('success')
    expect(await close(wallet)).toBe(400)
    const rest = await world.invoice(payee, 1)
    expect((await world.send(wallet, rest.payment_request)).status).toBe(201)
    expect(await close(wallet)).toBe(200)
    for (const key of [wallet.adminKey, wallet.invoiceKey]) {
      expect((await world.call('GET', '/api/v1/wallet', { key })).status).toBe(401)
    }
    expect((await world.send(wallet, (await sends.invoice(1)).bolt11)).status).toBe(401)
  })

  test('a payment concurrent with the closing of its wallet: never both succeed (D12)', async () => {
    const { world } = sends
    for (let round = 0; round < 20; round += 1) {
      const [payer, payee] = [await world.openWallet(10), await world.openWallet()]
      const invoice = await world.invoice(payee, 10)
      const [sent, closed] = await Promise.all([world.send(payer, invoice.payment_request), close(payee)])
      // Closed first, the invoice is cancelled; paid or being paid first, the wallet is not empty.
      expect([sent.status, closed]).toEqual(sent.status === 201 ? [201, 400] : [400, 200])
      expect(await world.balanceMsat(payer)).toBe(sent.status === 201 ? 0 : 10_000)
    }
  })

  test.each(['the wallet', 'the account'])(
    'an invoice that the node makes while %s is deleted is not stored, and its caller gets an error (D12)',
    async (what) => {
      const { world } = sends
      const wallet = await world.openWallet()
      const token = await tokenOf(world, wallet)
      const createInvoice = world.node.createInvoice.bind(world.node)
      const deleted: number[] = []
      Object.assign(world.node, {
        createInvoice: async (request: InvoiceRequest) => {
          const made = await createInvoice(request)
          const url = what === 'the wallet' ? '/api/v1/wallet' : '/api/v1/auth/me'
          deleted.push((await world.call('DELETE', url, { token })).status)
          return made
        },
      })
      const headers = { 'idempotency-key': 'once' }
      const body = { out: false, amount: 1 }
      const asked = await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, headers, body })
      Object.assign(world.node, { createInvoice })
      expect([deleted, asked.status, asked.body.detail]).toEqual([[200], 404, 'Wallet not found.'])
      expect(await statesOf(wallet)).toEqual([])
      expect((await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, headers, body })).status).toBe(401)
    },
  )

  test('invoices concurrent with the deletion of their wallet leave no payable invoice (D12)', async () => {
    const { world } = sends
    for (let round = 0; round < 10; round += 1) {
      const [wallet, other] = [await world.openWallet(), await world.openWallet()]
      const ask = ({ invoiceKey: key }: WorldWallet) =>
        world.call('POST', '/api/v1/payments', { key, body: { out: false, amount: 1 } })
      const [closed, beside, ...asked] = await Promise.all([
        close(wallet),
        ask(other),
        ...Array.from({ length: 5 }, () => ask(wallet)),
      ])
      expect([closed, beside.status]).toEqual([200, 201])
      expect(await statesOf(wallet)).toEqual(asked.filter(({ status }) => status === 201).map(() => 'failed'))
      expect(asked.filter(({ status }) => ![201, 401, 404].includes(status))).toEqual([])
    }
  })

  test('a contradiction about a closed wallet is a loss of the operator, too (A22)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(102), await world.openWallet()]
    const { bolt11, hash } = await sends.invoice(100_000, { pay: [{ do: 'contradict', ms: 300 }] })
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    const [{ checking_id: id }] = await sends.rowsOf(wallet)
    const rest = await world.invoice(payee, 102)
    expect((await world.send(wallet, rest.payment_request)).status).toBe(201)
    expect(await close(wallet)).toBe(200)
    await sends.nodeIsDone(hash)
    await sends.later()
    expect((await sends.postingsOf(id)).at(-1)).toEqual({ kind: 'loss', amount: 100_000n })
    expect((await sends.serviceSide()).halted).toBe(true)
    await sends.resume()
  })

  const close = async ({ adminKey: key }: WorldWallet): Promise<number> =>
    (await sends.world.call('DELETE', '/api/v1/wallet', { key })).status

  /** Outside the API, which reports nothing about a deleted wallet. */
  const statesOf = ({ id }: WorldWallet): Promise<string[]> =>
    sends.world.db.list('SELECT state FROM payments WHERE wallet_id = $1', [id], (row: { state: string }) => row.state)

  const owed = (checkingId: string): Promise<bigint | undefined> =>
    sends.world.db.first(
      'SELECT close_owed FROM payments WHERE checking_id = $1',
      [checkingId],
      (row: { close_owed: bigint }) => row.close_owed,
    )
})
