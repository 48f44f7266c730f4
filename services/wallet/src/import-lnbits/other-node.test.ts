import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { msat } from '@satchel/money/units'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../test/world/funding/drive-sends.ts'
import { type BuiltLnbits, buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { hashOf, hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { type ReportJson, writeReport } from './report.ts'
import { findNode } from './translating/find-node.ts'

const stored = [
  { id: 1, kind: 'lnd' },
  { id: 2, kind: 'phoenixd' },
]

test.each([
  ['LndRestWallet', [], 'lnd', undefined, { sourceId: 1, isConnected: true }],
  ['CoreLightningWallet', [], 'cln', 'lnd', { sourceId: 2, isConnected: true }],
  ['LndWallet', [], 'phoenixd', 'lnd', { sourceId: 1, isConnected: true }],
  ['LndWallet', stored, 'phoenixd', 'lnd', { sourceId: 1, isConnected: true }],
  ['PhoenixdWallet', stored, 'phoenixd', undefined, { sourceId: 2, isConnected: true }],
  ['LndWallet', stored, 'phoenixd', undefined, { sourceId: 1, isConnected: false }],
  ['EclairWallet', stored, 'phoenixd', 'lnd', { sourceId: 3, isConnected: false, kind: 'eclair' }],
  ['AlbyWallet', [], 'phoenixd', undefined, { sourceId: 1, isConnected: false, kind: undefined }],
  ['', stored, 'phoenixd', undefined, { sourceId: 2, isConnected: true }],
] as const)('%s with the nodes %j, %s in use, %s before it: %j', (source, nodes, current, former, expected) => {
  expect(findNode({ source, fake: false }, { stored: nodes, current, former })).toMatchObject(expected)
})

test('without a node the one in use counts', () => {
  const own = { stored, current: 'phoenixd', former: undefined } as const
  expect(findNode({ source: 'FakeWallet', fake: true }, own)).toMatchObject({ sourceId: 2, isConnected: true })
})

const withNode = (now: number, source: string, apipayments: object[]) => {
  const core = smallCore(now)
  const node = { id: 'lnbits_backend_wallet_class', value: JSON.stringify(source), tag: 'core' }
  return { core: { ...core, apipayments, system_settings: [...core.system_settings, node] } } as never
}

describe.each(LOGIC_DIALECTS)('an LNbits with a node that Satchel is not connected to, on %s', (dialect) => {
  let world: World
  let lnbits: BuiltLnbits
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await lnbits.drop()
    await world.close()
  })
  const build = async (source: string, open = true) => {
    world = await openWorld({ dialect })
    const pay = paymentWriter(world.nowSeconds())
    const fresh = { status: 'pending', made: world.nowSeconds() - 60 } as const
    const rows = [pay('shop', 'flying', -60_000, { ...fresh, fee: -2000 }), pay('shop', 'waiting', 25_000, fresh)]
    const all = [pay('shop', 'savings', 500_000), ...(open ? rows : [])]
    lnbits = await buildLnbits({ dialect, rows: withNode(world.nowSeconds(), source, all) })
  }
  const run = async (otherNode: boolean) => {
    let report: ReportJson | undefined
    const show = (found: ReportJson) => void (report = found)
    const outcome = await importBuilt(world, lnbits, { extensions: [], domains: [], otherNode, show }).catch(
      (error: unknown) => (error as Error).message,
    )
    return { outcome, report: report === undefined ? '' : writeReport(report) }
  }
  const count = (table: string) =>
    world.db.first(`SELECT count(*) AS n FROM ${table}`, [], (row: { n: bigint }) => Number(row.n))

  test.each(['LndRestWallet', 'AlbyWallet'])(
    '%s: open payments are reported, and nothing is imported',
    async (source) => {
      await build(source)
      const { outcome, report } = await run(false)
      expect(outcome).toContain(`LNbits used ${source}, and Satchel has SERVICE_FUNDING_SOURCE=simulated`)
      expect(outcome).toContain('1 payments in flight and 1 open invoices')
      expect(outcome).toContain('--other-node')
      expect(outcome.includes('SERVICE_FORMER_FUNDING_SOURCE=lnd')).toBe(source === 'LndRestWallet')
      for (const word of ['flying', 'waiting']) expect(report).toContain(hashOf(word))
      expect(await count('users')).toBe(0)
    },
  )

  test('a database of another node without open payments is imported', async () => {
    await build('AlbyWallet', false)
    expect((await run(false)).outcome).toBe('imported')
  })

  test('with --other-node payments in flight stay so, whatever the own node reports, and invoices expire', async () => {
    await build('LndRestWallet')
    expect((await run(true)).outcome).toBe('imported')
    for (const seconds of [1, 2 * 86_400, 1200, 1200]) {
      world.advance(seconds)
      await world.tick()
    }
    const statusOf = async (word: string) =>
      (await world.call('GET', `/api/v1/payments/${hashOf(word)}`, { key: hex('shop invoice') })).body.status
    expect(await statusOf('flying')).toBe('pending')
    expect(await statusOf('waiting')).toBe('failed')
    const { body } = await world.call('GET', '/api/v1/wallet', { key: hex('shop invoice') })
    expect(body.balance).toBe(500_000 - 62_000)
  })
})

test('a node of LNbits that is configured as the former one is queried', async () => {
  const peer = await openLndPeer()
  onTestFinished(() => peer.close())
  const former = Object.entries(peer.env).flatMap(([name, value]) =>
    name.startsWith('SERVICE_') ? [] : [[`FORMER_${name}`, value]],
  )
  const env = { SERVICE_FORMER_FUNDING_SOURCE: 'lnd', ...Object.fromEntries(former) }
  const world = await openWorld({ dialect: 'sqlite', env })
  onTestFinished(() => world.close())
  await until('both nodes are known', async () => world.service.funding.all.every((node) => node.id() !== undefined))
  const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
  peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
  peer.node.pay({ bolt11: invoice.bolt11, feeLimitMsat: 2000n })
  const pay = paymentWriter(world.nowSeconds())
  const facts = { status: 'pending', fee: -2000, hash: invoice.paymentHash } as const
  const rows = [pay('shop', 'savings', 500_000), { ...pay('shop', 'flying', -50_000, facts), bolt11: invoice.bolt11 }]
  const lnbits = await buildLnbits({ dialect: 'sqlite', rows: withNode(world.nowSeconds(), 'LndRestWallet', rows) })
  onTestFinished(() => lnbits.drop())
  const given = { extensions: [], domains: [], formerKind: 'lnd' } as const
  expect(await importBuilt(world, lnbits, given)).toBe('imported')
  peer.node.finish(invoice.paymentHash, 'settled')
  world.advance(60)
  await world.tick()
  const { body } = await world.call('GET', `/api/v1/payments/${invoice.paymentHash}`, { key: hex('shop invoice') })
  expect(body.status).toBe('success')
  expect(await world.violations()).toEqual([])
})
