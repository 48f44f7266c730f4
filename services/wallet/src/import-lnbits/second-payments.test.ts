import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'
import { msat } from '@satchel/money/units'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../test/world/funding/drive-sends.ts'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import type { LnbitsRow } from '../../test/world/lnbits/lnbits-tables.ts'
import { balanceOf } from '../../test/world/lnbits/open-imported-world.ts'
import { hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { ReportJson } from './report.ts'

const SAVINGS = 1_000_000
const AMOUNT = 50_000

/** Imports these rows, with savings in every wallet. */
async function importRows(world: World, sourceKind: 'lnd' | 'opennode', rows: readonly LnbitsRow[]) {
  const now = world.nowSeconds()
  const row = paymentWriter(now)
  const savings = ['shop', 'purse', 'halves', 'gone'].map((wallet) => row(wallet, `savings of ${wallet}`, SAVINGS))
  const core = { ...smallCore(now), apipayments: [...savings, ...rows] }
  const lnbits = await buildLnbits({ dialect: 'sqlite', rows: { core } })
  onTestFinished(() => lnbits.drop())
  let report: ReportJson | undefined
  await importBuilt(world, lnbits, {
    extensions: [],
    domains: [],
    sourceKind,
    show: (found) => void (report = found),
  })
  return report
}

const statusOf = async (world: World, wallet: string, hash: string): Promise<string> =>
  (await world.call('GET', `/api/v1/payments/${hash}`, { key: hex(`${wallet} invoice`) })).body.status

const later = async (world: World, seconds: number, rounds = 1): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    world.advance(seconds)
    await world.tick()
  }
}

const feeOf = ({ node }: LndPeer, hash: string): number => Number(node.payments.get(hash)?.feeMsat ?? 0n)

test.each(LOGIC_DIALECTS)(
  'two wallets with one invoice in flight: one payment follows the node, the other is refunded, and the books are right for each outcome, on %s',
  async (dialect) => {
    const peer = await openLndPeer()
    onTestFinished(() => peer.close())
    const world = await openWorld({ dialect, env: peer.env })
    onTestFinished(() => world.close())
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
    const row = paymentWriter(world.nowSeconds())
    const [settles, fails, paid, half] = await Promise.all(
      [1, 2, 3, 4].map(() => peer.node.outside.makeInvoice(msat(50_000n))),
    )
    if (settles === undefined || fails === undefined || paid === undefined || half === undefined) {
      throw new Error('no invoice')
    }
    const made = Math.floor(Date.now() / 1000) - 60
    for (const { bolt11, paymentHash } of [settles, fails, paid, half]) {
      peer.node.plan(paymentHash, { ends: paymentHash === paid.paymentHash ? 'settled' : 'on-command' })
      peer.node.pay({ bolt11, feeLimitMsat: 3000n })
    }
    const sent = (wallet: string, { bolt11, paymentHash }: typeof paid, fee: number, status = 'pending') => ({
      ...row(wallet, paymentHash, -AMOUNT, { status, fee, hash: paymentHash, preimage: null, made: made - fee / 1000 }),
      bolt11,
    })
    const report = await importRows(world, 'lnd', [
      sent('shop', settles, -2000),
      sent('purse', settles, -3000),
      sent('shop', fails, -3000),
      sent('purse', fails, -3000),
      sent('purse', paid, -2000),
      sent('shop', paid, 0, 'success'),
      // Accepted by the report of LNbits alone: the node is still queried for the others, the deleted wallet's last.
      { ...sent('halves', half, 0, 'success'), checking_id: `internal_${half.paymentHash}` },
      sent('gone', half, -4000),
      sent('purse', half, -2000),
    ])
    // The reserve of the purse covers whichever of the two the node makes, although the shop's is older.
    expect(await statusOf(world, 'purse', settles.paymentHash)).toBe('pending')
    expect(await statusOf(world, 'shop', settles.paymentHash)).toBe('failed')
    expect(await statusOf(world, 'shop', paid.paymentHash)).toBe('success')
    expect(await statusOf(world, 'purse', paid.paymentHash)).toBe('failed')
    const free = async () => [await balanceOf(world, 'shop'), await balanceOf(world, 'purse')]
    const [shop, purse] = await free()
    expect([shop + purse, report?.figures.reservedMsat]).toEqual([2 * SAVINGS - 4 * AMOUNT - 8000, 3 * AMOUNT + 8000])
    expect(await balanceOf(world, 'halves')).toBe(SAVINGS - AMOUNT)
    const lines = report?.changed.filter(({ why }) => why.includes('beside another payment of the same invoice'))
    expect(lines).toMatchObject([{ n: 4 }])
    expect(await world.violations()).toEqual([])

    peer.node.finish(settles.paymentHash, 'settled')
    peer.node.finish(fails.paymentHash, 'failed')
    peer.node.finish(half.paymentHash, 'settled')
    await later(world, 1)
    await later(world, 360, 4)
    const ends = await Promise.all(
      [settles, fails].flatMap(({ paymentHash }) => ['shop', 'purse'].map((one) => statusOf(world, one, paymentHash))),
    )
    expect(ends).toEqual(['failed', 'success', 'failed', 'failed'])
    expect(await statusOf(world, 'purse', half.paymentHash)).toBe('success')
    const fee = [settles, half].reduce((sum, { paymentHash }) => sum + feeOf(peer, paymentHash), 0)
    expect(await free()).toEqual([SAVINGS - AMOUNT, SAVINGS - 2 * AMOUNT - fee])
    expect(await balanceOf(world, 'halves')).toBe(SAVINGS - AMOUNT)
    const alarms = await world.db.list('SELECT kind FROM alarms', [], ({ kind }: { kind: string }) => kind)
    expect(alarms).toEqual([])
    expect(await world.violations()).toEqual([])
  },
)

test('two orders of one invoice at OpenNode: the failure of one ends nothing while the other may be paid', async () => {
  const peer = await openOpenNodePeer({ showsPreimages: true })
  onTestFinished(() => peer.close())
  const world = await openWorld({ dialect: 'sqlite', env: peer.env })
  onTestFinished(() => world.close())
  await until('the account is known', async () => world.service.funding.identity() !== undefined)
  const row = paymentWriter(world.nowSeconds())
  const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(50_000n))
  const order = async (ends: 'failed' | 'on-command'): Promise<string> => {
    peer.node.plan(paymentHash, { ends })
    const answer = await fetch(`${peer.server.url}/v2/withdrawals`, {
      method: 'POST',
      headers: { authorization: peer.adminKey },
      body: JSON.stringify({ type: 'ln', address: bolt11 }),
    })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const rows = []
  for (const [wallet, ends] of [
    ['shop', 'failed'],
    ['purse', 'on-command'],
  ] as const) {
    const facts = { status: 'pending', fee: -2000, hash: paymentHash, id: await order(ends) }
    rows.push({ ...row(wallet, `flying of ${wallet}`, -AMOUNT, facts), bolt11 })
  }
  await importRows(world, 'opennode', rows)
  await later(world, 1200, 4)
  expect(await statusOf(world, 'shop', paymentHash)).toBe('pending')
  expect(await statusOf(world, 'purse', paymentHash)).toBe('failed')
  peer.node.finish(paymentHash, 'settled')
  await later(world, 1200, 4)
  expect(await statusOf(world, 'shop', paymentHash)).toBe('success')
  expect(await balanceOf(world, 'shop')).toBe(SAVINGS - AMOUNT)
  expect(await balanceOf(world, 'purse')).toBe(SAVINGS)
  expect(await world.violations()).toEqual([])
})
