import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { resumePayments, stopPayments } from '../../ledger/halt.ts'

describe.each(DIALECTS)(
  'an invoice is closed at its node only for a payment that the books can make, on %s',
  (dialect) => {
    let world: World
    let payee: WorldWallet
    beforeAll(async () => {
      world = await openWorld({ dialect })
      payee = await world.openWallet()
    })
    afterAll(() => world.close())
    afterEach(async () => {
      expect(await world.violations()).toEqual([])
    })

    /** Whether a payer from outside can pay it; then it is paid. */
    const isOpenAtNode = async ({ payment_request: bolt11 }: { payment_request: string }): Promise<boolean> =>
      (await world.node.sendControl('POST /receive', { bolt11 })).status === 200
    const commandsOf = async (paying: () => Promise<unknown>): Promise<string[]> => {
      const names: string[] = []
      const { transact } = world.db
      const noting: typeof transact = (command, input) => {
        names.push(command.name)
        return transact(command, input)
      }
      Object.assign(world.db, { transact: noting })
      await paying()
      Object.assign(world.db, { transact })
      return names
    }

    test('a payment that the wallet can make is one command, with an Idempotency-Key too, and the repeat gets its answer', async () => {
      const payer = await world.openWallet(100)
      const [first, second] = [await world.invoice(payee, 40), await world.invoice(payee, 40)]
      expect(await commandsOf(() => world.send(payer, first.payment_request))).toEqual(['pay-inside-at-once'])
      const send = () =>
        world.call('POST', '/api/v1/payments', {
          key: payer.adminKey,
          headers: { 'idempotency-key': 'tea' },
          body: { out: true, bolt11: second.payment_request },
        })
      const answers = await Promise.all([send(), send(), send()])
      expect(answers.map(({ status }) => status)).toContain(201)
      expect(await send()).toMatchObject({ status: 201, body: { payment_hash: second.payment_hash } })
      expect(await world.balanceMsat(payer)).toBe(20_000)
    })

    test('a payer without enough money leaves the invoice open at the node', async () => {
      const invoice = await world.invoice(payee, 100)
      expect(await world.send(await world.openWallet(99), invoice.payment_request)).toMatchObject({
        status: 400,
        body: { code: 'insufficient_balance' },
      })
      expect(await isOpenAtNode(invoice)).toBe(true)
    })

    test('two concurrent payments with money for one: the invoice of the rejected one is open at the node', async () => {
      const payer = await world.openWallet(100)
      const invoices = [await world.invoice(payee, 100), await world.invoice(payee, 100)] as const
      const answers = await Promise.all(invoices.map(({ payment_request: bolt11 }) => world.send(payer, bolt11)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]))
      const rejected = invoices[answers[0]?.status === 201 ? 1 : 0]
      expect(await isOpenAtNode(rejected)).toBe(true)
    })

    test('a key that a wallet uses for two concurrent invoices closes one of them', async () => {
      const payer = await world.openWallet(100)
      const invoices = await Promise.all([world.invoice(payee, 10), world.invoice(payee, 10)])
      const answers = await Promise.all(
        invoices.map(({ payment_request: bolt11 }) =>
          world.call('POST', '/api/v1/payments', {
            key: payer.adminKey,
            headers: { 'idempotency-key': 'twice' },
            body: { out: true, bolt11 },
          }),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]))
      expect(await isOpenAtNode(invoices[answers[0]?.status === 201 ? 1 : 0])).toBe(true)
    })

    test('a repeat while the first request waits for the node gets the result of the first, also after the expiry', async () => {
      const payer = await world.openWallet(100)
      const invoice = await world.invoice(payee, 10, { expiry: 60 })
      const { closeInvoice } = world.service.funding
      const repeats: Promise<{ status: number; body: unknown }>[] = []
      const slow: typeof closeInvoice = async (hash) => {
        Object.assign(world.service.funding, { closeInvoice })
        world.advance(61)
        repeats.push(world.send(payer, invoice.payment_request))
        // The repeat is read meanwhile.
        await world.call('GET', '/api/v1/wallet', { key: payer.invoiceKey })
        return closeInvoice(hash)
      }
      Object.assign(world.service.funding, { closeInvoice: slow })
      expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
      expect(await repeats[0]).toMatchObject({ status: 400, body: { code: 'invoice_paid', status: 'success' } })
    })

    test('while payments are halted, no invoice is closed', async () => {
      const [payer, invoice] = [await world.openWallet(100), await world.invoice(payee, 100)]
      await world.db.transact(stopPayments, { reason: 'a test', at: world.nowSeconds() })
      expect((await world.send(payer, invoice.payment_request)).status).toBe(500)
      await world.db.transact(resumePayments, {})
      expect(await isOpenAtNode(invoice)).toBe(true)
    })

    test('a wallet whose payment was rejected after the closing takes two steps for an hour', async () => {
      const payer = await world.openWallet(100)
      const first = await world.invoice(payee, 10)
      // Possible effects of a second process: the books change between the check and the payment.
      const { closeInvoice } = world.service.funding
      const stopping: typeof closeInvoice = async (hash) => {
        Object.assign(world.service.funding, { closeInvoice })
        await world.db.transact(stopPayments, { reason: 'a test', at: world.nowSeconds() })
        return closeInvoice(hash)
      }
      Object.assign(world.service.funding, { closeInvoice: stopping })
      expect((await world.send(payer, first.payment_request)).status).toBe(500)
      await world.db.transact(resumePayments, {})
      const pay = async () => {
        const invoice = await world.invoice(payee, 10)
        return commandsOf(() => world.send(payer, invoice.payment_request))
      }
      expect(await pay()).toEqual(['begin-internal', 'settle-internal'])
      world.advance(3601)
      expect(await pay()).toEqual(['pay-inside-at-once'])
    })
  },
)
