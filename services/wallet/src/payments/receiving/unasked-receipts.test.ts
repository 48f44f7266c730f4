import { hash, randomBytes } from 'node:crypto'
import type { Receipt } from '@satchel/lightning/port/funding-source'
import { payAmp, payUnasked } from '@satchel/lightning/world/peer-parts/pay-unasked'
import type { PeerInvoice } from '@satchel/lightning/world/peer-parts/peer-node'
import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import { until } from '../../../test/world/funding/drive-sends.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { creditReceipt } from './invoice-commands.ts'

describe.each(DIALECTS)('receipts without an invoice of ours, on %s', (dialect) => {
  let peer: LndPeer
  let operator: Operator
  let world: World
  beforeAll(async () => {
    peer = await openLndPeer()
    operator = await openOperator(dialect, peer.env)
    world = operator.world
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
  })
  afterAll(async () => {
    await world.close()
    await peer.close()
  })

  const surplusOf = (reference: string): Promise<bigint[]> =>
    world.db.list(
      `SELECT amount_msat FROM postings WHERE reference = $1 AND from_account = 'node' AND to_account = 'surplus'`,
      [reference],
      (row: { amount_msat: bigint }) => row.amount_msat,
    )
  const reported = async (): Promise<[string, string][]> => {
    const { body } = await operator.ask('GET', '/api/v1/admin/alarms?limit=100')
    return body.data
      .filter(({ kind }: { kind: string }) => kind === 'unknown-hash')
      .map(({ reference, detail }: { reference: string; detail: string }) => [reference, detail])
  }

  test('AMP and keysends are booked once each as surplus and reported, and credited to no wallet (A38)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 9)
    const amp = peer.node.addInvoice({ unasked: { via: 'amp' } })
    const preimage = randomBytes(32).toString('hex')
    const arrived: PeerInvoice[] = []
    const receiveAll = async (): Promise<void> => {
      arrived.push(
        await payAmp(peer.node, amp, { amountMsat: 9000n }),
        await payAmp(peer.node, amp, { amountMsat: 9000n }),
      )
    }
    await receiveAll()
    // Its payer chooses the id: here the hash of an open invoice over the same amount.
    arrived.push(await payAmp(peer.node, undefined, { amountMsat: 9000n, setId: invoice.payment_hash }))
    arrived.push(await payUnasked(peer.node, 'keysend', { amountMsat: 9000n, preimage }))
    await world.tick()
    await world.restart({}, receiveAll)
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
    await world.tick()
    for (const { paymentHash } of arrived) peer.repeatReceipt?.(paymentHash)
    await world.tick()
    const idOf = ({ unasked, paymentHash, settleIndex }: PeerInvoice): string =>
      `lnd:${unasked?.via === 'amp' ? `amp:${unasked.setId}` : paymentHash}:${settleIndex}`
    for (const one of arrived) expect(await surplusOf(idOf(one))).toEqual([9000n])
    const all = new Map(await reported())
    expect([...all.keys()].toSorted()).toEqual(arrived.map(idOf).toSorted())
    for (const one of arrived) expect(all.get(idOf(one))).toContain(`9000 msat arrived by ${one.unasked?.via} for`)
    expect((await operator.ask('GET', '/api/v1/admin/halt')).body.halted).toBe(false)
    expect(await world.balanceMsat(wallet)).toBe(0)
    await peer.node.outside.payOurInvoice(invoice.payment_request)
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(9000)
    expect(await world.violations()).toEqual([])
  })
})

describe.each(DIALECTS)('a keysend with the hash of an invoice of ours, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const keysend = (paymentHash: string): Receipt => ({
    receiptId: `node:${paymentHash}:keysend`,
    paymentHash,
    kind: 'settled',
    amountMsat: msat(5000n),
    via: 'keysend',
  })
  const credit = (receipt: Receipt) => world.db.transact(creditReceipt, { receipt, at: world.nowSeconds() })
  const surplus = (): Promise<string[]> =>
    world.db.list(
      `SELECT reference FROM postings WHERE to_account = 'surplus'`,
      [],
      (row: { reference: string }) => row.reference,
    )

  test('pays neither an invoice nor a hold, and does not count as their second payment (A38, C4)', async () => {
    const wallet = await world.openWallet()
    const preimage = randomBytes(32)
    const plain = await world.invoice(wallet, 5)
    const hold = await world.invoice(wallet, 5, { payment_hash: hash('sha256', preimage, 'hex') })
    for (const { payment_hash: paymentHash } of [plain, hold]) {
      expect(await credit(keysend(paymentHash))).toBe('unknown-hash')
      expect(await credit(keysend(paymentHash))).toBe('known')
    }
    expect(await world.balanceMsat(wallet)).toBe(0)
    for (const { payment_hash: paymentHash } of [plain, hold]) {
      expect(await world.node.sendControl('POST /receive', { hash: paymentHash })).toMatchObject({ status: 200 })
    }
    await world.tick()
    const body = { preimage: preimage.toString('hex') }
    const settled = await world.call('PUT', `/api/v1/payments/${hold.checking_id}`, { key: wallet.adminKey, body })
    expect(settled.status).toBe(200)
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(10_000)
    const [one, other] = [keysend(plain.payment_hash), keysend(hold.payment_hash)]
    expect((await surplus()).toSorted()).toEqual([one.receiptId, other.receiptId].toSorted())
  })
})
