import { type BlinkPeer, openBlinkPeer } from '@satchel/lightning/world/peers/blink/blink-peer'
import { type OpenNodePeer, openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'
import { openStrikePeer, type StrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'
import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { until } from '../../test/world/funding/drive-sends.ts'
import { buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld } from '../../test/world/open-world.ts'
import type { Dialect } from '../db/database.ts'

type Peer = OpenNodePeer | StrikePeer | BlinkPeer

/** A service where LNbits paid, and how LNbits did that. Answers what LNbits keeps as its checking id. */
interface Service {
  readonly kind: 'opennode' | 'strike' | 'blink'
  readonly dialect: Dialect
  readonly open: () => Promise<Peer>
  readonly pay: (peer: never, bolt11: string, paymentHash: string) => Promise<string>
}

const send = async ({ server }: Peer, method: string, path: string, headers: Record<string, string>, body: object) =>
  (await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })).json() as Promise<never>

const SERVICES: readonly Service[] = [
  {
    kind: 'opennode',
    dialect: 'postgres',
    open: () => openOpenNodePeer({ showsPreimages: true }),
    async pay(peer: OpenNodePeer, bolt11) {
      const headers = { authorization: peer.adminKey }
      const order = { type: 'ln', address: bolt11 }
      const { data } = (await send(peer, 'POST', '/v2/withdrawals', headers, order)) as { data: { id: string } }
      return data.id
    },
  },
  {
    kind: 'strike',
    dialect: 'sqlite',
    open: openStrikePeer,
    async pay(peer: StrikePeer, bolt11) {
      const headers = { authorization: `Bearer ${peer.apiKey}`, 'idempotency-key': bolt11 }
      const order = { lnInvoice: bolt11, sourceCurrency: 'BTC' }
      const { paymentQuoteId: id } = (await send(peer, 'POST', '/v1/payment-quotes/lightning', headers, order)) as {
        paymentQuoteId: string
      }
      const path = `/v1/payment-quotes/${id}/execute`
      return ((await send(peer, 'PATCH', path, headers, {})) as { paymentId: string }).paymentId
    },
  },
  {
    kind: 'blink',
    dialect: 'sqlite',
    open: openBlinkPeer,
    async pay(peer: BlinkPeer, bolt11, paymentHash) {
      peer.ledger.begin(peer.node.pay({ bolt11 }))
      return paymentHash
    },
  },
]

test.each(SERVICES)(
  'a payment that LNbits left pending at $kind is followed beyond its expiry, and ends with its outcome there',
  async ({ kind, dialect, open, pay }) => {
    const peer = await open()
    const world = await openWorld({ dialect, env: peer.env })
    await until('the account is known', async () => world.service.funding.identity() !== undefined)
    const row = paymentWriter(world.nowSeconds())
    const invoices = await Promise.all([1, 2, 3].map(() => peer.node.outside.makeInvoice(msat(50_000n))))
    const rows = [row('shop', 'savings', 1_000_000)]
    for (const [index, { bolt11, paymentHash }] of invoices.entries()) {
      peer.node.plan(paymentHash, { ends: 'on-command' })
      // LNbits did not know the third order.
      const ordered = await pay(peer as never, bolt11, paymentHash)
      const facts = { status: 'pending', fee: -2000, hash: paymentHash, id: index === 2 ? paymentHash : ordered }
      rows.push({ ...row('shop', `flying ${index}`, -50_000, facts), bolt11 })
    }
    const lnbits = await buildLnbits({
      dialect: 'sqlite',
      rows: { core: { ...smallCore(world.nowSeconds()), apipayments: rows } },
    })
    await importBuilt(world, lnbits, { extensions: [], domains: [], sourceKind: kind })
    const statusOf = async (index: number) => {
      const key = hex('shop invoice')
      const { body } = await world.call('GET', `/api/v1/payments/${invoices[index]?.paymentHash}`, { key })
      return body.status
    }
    const statuses = async () => [await statusOf(0), await statusOf(1), await statusOf(2)]
    const later = async () => {
      for (let round = 0; round < 4; round += 1) {
        world.advance(1200)
        await world.tick()
      }
    }
    await later()
    world.advance(31 * 86_400)
    await later()
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    peer.node.finish(invoices[0]?.paymentHash ?? '', 'settled')
    peer.node.finish(invoices[1]?.paymentHash ?? '', 'failed')
    await later()
    expect(await statuses()).toEqual(['success', 'failed', 'pending'])
    expect(peer.node.attempts).toHaveLength(3)
    const { body } = await world.call('GET', '/api/v1/wallet', { key: hex('shop invoice') })
    expect(body.balance).toBe(1_000_000 - 50_000 - 52_000)
    expect(await world.violations()).toEqual([])
    await lnbits.drop()
    await world.close()
    await peer.close()
  },
)
