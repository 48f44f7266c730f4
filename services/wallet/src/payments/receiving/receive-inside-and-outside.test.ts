import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { newId } from '../../base/ids.ts'
import { beginInternal } from '../sending/internal-commands.ts'

/** Where payments count against a limit, they take two steps (rule C3). */
const WAYS = DIALECTS.flatMap((dialect) => [
  { dialect, way: 'in one step', env: {} },
  { dialect, way: 'in two steps', env: { SERVICE_DAILY_LIMIT_WALLET_SATS: '1000000' } },
])

describe.each(WAYS)('an invoice that is paid inside $way and outside, on $dialect', ({ dialect, way, env }) => {
  let world: World
  let payer: WorldWallet
  let payee: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  /** An invoice over 400 sat, a payer with 1000, and the node's answer to the closing of the invoice. */
  const prepare = async (...close: (string | object)[]) => {
    ;[payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const invoice = await world.invoice(payee, 400)
    if (close.length > 0) await world.node.sendControl('POST /script', { match: { hash: invoice.payment_hash }, close })
    return invoice as { payment_request: string; payment_hash: string; checking_id: string }
  }
  const balances = async () => [await world.balanceMsat(payer), await world.balanceMsat(payee)]
  const receive = (body: object) => world.node.sendControl('POST /receive', body)
  const surplus = (reference: string) =>
    world.db.list(
      `SELECT amount_msat FROM postings WHERE reference = $1 AND to_account = 'surplus'`,
      [reference],
      (row: { amount_msat: bigint }) => row.amount_msat,
    )

  test('paid inside, the invoice is closed at the node; a payment there anyway adds to the surplus (A6)', async () => {
    const invoice = await prepare()
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    expect((await receive({ bolt11: invoice.payment_request })).status).toBe(400)
    expect((await receive({ bolt11: invoice.payment_request, force: true })).status).toBe(200)
    await world.tick()
    expect(await balances()).toEqual([600_000, 400_000])
    expect(await surplus(invoice.checking_id)).toEqual([400_000n])
  })

  test('an invoice paid from outside can no longer be paid inside (A6)', async () => {
    const invoice = await prepare()
    await receive({ bolt11: invoice.payment_request, notify: 'none' })
    expect((await world.send(payer, invoice.payment_request)).status).toBe(400)
    await world.tick()
    expect(await balances()).toEqual([1_000_000, 400_000])
    expect((await world.send(payer, invoice.payment_request)).body.detail).toContain('already paid')
  })

  test('an outside payment while the invoice is being closed refunds the inside payer (C3)', async () => {
    const invoice = await prepare('accepted')
    const sent = await world.send(payer, invoice.payment_request)
    const isOneStep = way === 'in one step'
    const reason = isOneStep ? 'This invoice is already paid.' : expect.stringContaining('from outside')
    expect([sent.status, sent.body.detail]).toEqual([400, reason])
    await world.tick()
    expect(await balances()).toEqual([1_000_000, 400_000])
    const { body } = await world.call('GET', '/api/v1/payments', { key: payer.invoiceKey })
    expect(body).toMatchObject(isOneStep ? [] : [{ amount: -400, fee: 0, status: 'failed' }])
    expect(await surplus(invoice.checking_id)).toEqual([])
  })

  test('a node that rejects the closing does not stop the payment; a later outside receipt is surplus (C3)', async () => {
    const invoice = await prepare('refuse')
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    await receive({ bolt11: invoice.payment_request })
    await world.tick()
    expect(await balances()).toEqual([600_000, 400_000])
    expect(await surplus(invoice.checking_id)).toEqual([400_000n])
  })

  test.each(['throw', 'hang'])(
    'a node that cannot be reached (%s) is skipped, and called again until the invoice is closed there (C3)',
    async (trouble) => {
      const invoice = await prepare(trouble, trouble, 'ok')
      const before = performance.now()
      expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
      expect(performance.now() - before).toBeLessThan(3000)
      expect(await balances()).toEqual([600_000, 400_000])
      const owed = () =>
        world.db.first(
          'SELECT close_owed FROM payments WHERE checking_id = $1',
          [invoice.checking_id],
          (row: { close_owed: bigint }) => row.close_owed,
        )
      expect(await owed()).toBe(1n)
      for (let round = 0; round < 3; round += 1) {
        world.advance(60)
        await world.tick()
      }
      expect(await owed()).toBe(0n)
      expect((await receive({ bolt11: invoice.payment_request })).status).toBe(400)
    },
  )

  test('an internal payment that stopped between its two halves is finished by the next process to start (C3, K8)', async () => {
    const invoice = await prepare()
    const checkingId = newId()
    const now = world.nowSeconds()
    const amountMsat = msat(400_000)
    await world.db.transact(beginInternal, {
      invoice: { checkingId: invoice.checking_id },
      payment: {
        checkingId,
        walletId: payer.id,
        direction: 'out',
        state: 'reserved',
        paymentHash: invoice.payment_hash,
        bolt11: invoice.payment_request,
        amountMsat,
        sourceId: 1,
        peerId: invoice.checking_id,
        createdAt: now,
        expiresAt: now + 3600,
      },
      caps: { perWallet: 10, overall: 10 },
      claim: undefined,
      limits: [],
      alongside: [],
      dueAt: now * 1000 + 5000,
    })
    expect(await balances()).toEqual([600_000, 0])
    expect((await world.send(await world.openWallet(1000), invoice.payment_request)).status).toBe(400)
    await world.restart()
    expect(await balances()).toEqual([600_000, 400_000])
    const { body } = await world.call('GET', `/api/v1/payments/${checkingId}`, { key: payer.invoiceKey })
    expect(body).toMatchObject({ paid: true, preimage: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })
})
