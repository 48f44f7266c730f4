import { SILENT_LOG } from '@satchel/http/log'
import type { Receipt, ReceiptPage } from '@satchel/lightning/port/funding-source'
import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'
import type { OwnSource } from '../../funding/own-source.ts'
import { createLeaving } from '../states/leaving.ts'
import { followReceipts } from './follow-receipts.ts'

describe.each(DIALECTS)('a node with contradictory stream and pages, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  /** Follows a node of which only the receipts matter. */
  function follow(receiptsSince: (cursor: string | undefined) => Promise<ReceiptPage>) {
    let tell: (receipt: Receipt) => void = () => undefined
    const source: Pick<OwnSource, 'known' | 'onReceipt' | 'receiptsSince'> = {
      known: () => Promise.resolve(1),
      receiptsSince,
      onReceipt(listener) {
        tell = listener
        return () => undefined
      },
    }
    const follower = followReceipts({
      db: world.db,
      funding: { all: [source] } as unknown as FundingSources,
      clock: () => world.nowSeconds() * 1000,
      log: SILENT_LOG,
      policy: { holdSeconds: 60 } as never,
      leaving: createLeaving(() => 0),
    })
    return { follower, tell: (receipt: Receipt): void => tell(receipt) }
  }
  const settled = (paymentHash: string, receiptId: string, sat: number): Receipt => ({
    receiptId,
    paymentHash,
    kind: 'settled',
    amountMsat: msat(sat * 1000),
  })

  test('parts alone pay nothing, even if they add up; the report of the whole does (A37)', async () => {
    const wallet = await world.openWallet()
    const { payment_hash: paymentHash } = await world.invoice(wallet, 10)
    const parts = ['p1', 'p2'].map((id) => ({ ...settled(paymentHash, `${id} ${dialect}`, 5), kind: 'part' as const }))
    const reported: Receipt[] = [...parts]
    const { follower } = follow(async (cursor) => ({ receipts: reported.splice(0), cursor }))
    await follower.sweep()
    expect(await world.balanceMsat(wallet)).toBe(0)
    reported.push(settled(paymentHash, `whole ${dialect}`, 10))
    await follower.sweep()
    expect(await world.balanceMsat(wallet)).toBe(10_000)
  })

  test('stream and pages that report one receipt concurrently credit it once (A38)', async () => {
    const wallet = await world.openWallet()
    const { payment_hash: paymentHash } = await world.invoice(wallet, 20)
    const receipt = settled(paymentHash, `both ${dialect}`, 20)
    const { follower, tell } = follow(async (cursor) => ({ receipts: [receipt, receipt], cursor }))
    for (let times = 0; times < 25; times += 1) tell(receipt)
    await follower.sweep()
    for (let times = 0; times < 25; times += 1) tell(receipt)
    await follower.sweep()
    expect(await world.balanceMsat(wallet)).toBe(20_000)
    const rows = await world.db.list('SELECT * FROM receipts WHERE payment_hash = $1', [paymentHash], (row) => row)
    expect(rows).toHaveLength(1)
  })

  test('a sweep continues where the last one ended, page by page, and a failing node only delays it (A47)', async () => {
    const wallet = await world.openWallet()
    const invoices = await Promise.all([1, 2].map((amount) => world.invoice(wallet, amount)))
    const asked: (string | undefined)[] = []
    let broken = true
    const { follower } = follow(async (cursor) => {
      asked.push(cursor)
      if (broken) throw new Error('the node is away')
      const receipts = invoices.map(({ payment_hash: paymentHash }, index) =>
        settled(paymentHash, `${index} ${cursor} ${dialect}`, index + 1),
      )
      return cursor === 'end' ? { receipts: [], cursor } : { receipts, cursor: 'end' }
    })
    await follower.sweep()
    expect(await world.balanceMsat(wallet)).toBe(0)
    broken = false
    await follower.sweep()
    await follower.sweep()
    expect(await world.balanceMsat(wallet)).toBe(3000)
    expect(asked[1]).toBe(asked[0])
    expect(asked.at(-1)).toBe('end')
  })

  test('a hold or a release by the node for an ordinary or unknown invoice changes nothing (C4)', async () => {
    const wallet = await world.openWallet()
    const { payment_hash: paymentHash, checking_id: id } = await world.invoice(wallet, 30)
    const reported: Receipt[] = [
      { ...settled(paymentHash, `held ${dialect}`, 30), kind: 'held' },
      { ...settled(paymentHash, `released ${dialect}`, 30), kind: 'released' },
      { ...settled('ab'.repeat(32), `stranger ${dialect}`, 30), kind: 'held' },
    ]
    const { follower } = follow(async (cursor) => ({ receipts: reported.splice(0), cursor }))
    await follower.sweep()
    const { body } = await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })
    expect(reported).toEqual([])
    expect(body).toMatchObject({ status: 'pending', details: { held: false } })
  })
})
