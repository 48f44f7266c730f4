import { readFileSync } from 'node:fs'
import type { FaultyNode } from '@satchel/lightning/world/peer-parts/faulty-node'
import { openBlinkPeer } from '@satchel/lightning/world/peers/blink/blink-peer'
import { openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { openEclairPeer } from '@satchel/lightning/world/peers/eclair/eclair-peer'
import { openLdkServerPeer } from '@satchel/lightning/world/peers/ldk-server/ldk-server-peer'
import { openLnbitsPeer } from '@satchel/lightning/world/peers/lnbits/lnbits-peer'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { openNwcPeer } from '@satchel/lightning/world/peers/nwc/nwc-peer'
import { openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'
import { openPhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'
import { msat } from '@satchel/money/units'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { findHalt, listAlarms } from '../../ledger/halt.ts'

type Peer = Pick<FaultyNode, 'env' | 'node' | 'server' | 'copy' | 'muteStream' | 'close'>

/** The reaction of the service when a node has lost its newest receipt, its newest payment, or a payment in flight. */
type Notice = 'halts' | 'alarm' | 'nothing'
type Notices = readonly [receipt: Notice, payment: Notice, inFlight: Notice]

const NODE: Notices = ['halts', 'halts', 'halts']
/** The alarms of another operator, who may delete records. */
const SERVICE: Notices = ['nothing', 'nothing', 'alarm']
/** Finds payments by its own ids only: a missing one is an error. */
const BY_ID: Notices = ['nothing', 'nothing', 'nothing']

const BACKENDS: readonly (readonly [kind: string, open: () => Promise<Peer>, notices: Notices])[] = [
  ['lnd', openLndPeer, NODE],
  ['cln', () => openClnPeer(), NODE],
  ['eclair', openEclairPeer, NODE],
  ['phoenixd', openPhoenixdPeer, NODE],
  ['ldk-server', openLdkServerPeer, NODE],
  ['lnbits', openLnbitsPeer, SERVICE],
  ['nwc', openNwcPeer, SERVICE],
  ['blink', openBlinkPeer, SERVICE],
  ['opennode', () => openOpenNodePeer({ showsPreimages: true }), BY_ID],
  ['strike', openStrikePeer, BY_ID],
]

describe.each(BACKENDS)('%s that is restored from an older copy', (kind, openPeer, [receipt, payment, inFlight]) => {
  /** The service on it, with 100,000 sat in a wallet, after a receipt. */
  async function open() {
    const peer = await openPeer()
    const world = await openWorld({ dialect: 'sqlite', env: { ...peer.env, SERVICE_PAY_WAIT_MS: '1000' } })
    onTestFinished(async () => {
      expect(await world.violations()).toEqual([])
      await world.close()
      await peer.close()
    })
    const wallet = await world.openWallet(100_000)
    await world.tick()
    const receive = async (): Promise<void> => {
      const { bolt11 } = await world.invoice(wallet, 10)
      await peer.node.outside.payOurInvoice(bolt11)
      await rounds(world, 2)
    }
    await receive()
    expect(await findHalt(world.db)).toBeUndefined()
    const copy = peer.copy ?? peer.node.copy
    if (copy === undefined) throw new Error('this peer cannot go back')
    return { peer, world, wallet, receive, putBack: copy() }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const goBack = async ({ peer, world, putBack }: Opened): Promise<void> => {
    peer.muteStream?.()
    putBack()
    peer.server.cut()
    await rounds(world, 4)
  }

  test(`its newest receipt is lost: ${receipt}`, async () => {
    const opened = await open()
    await opened.receive()
    const before = await opened.world.balanceMsat(opened.wallet)
    await goBack(opened)
    expect(await noticedIn(opened.world)).toBe(receipt)
    expect(await opened.world.balanceMsat(opened.wallet)).toBe(before)
    await opened.receive()
    expect(await opened.world.balanceMsat(opened.wallet)).toBe(before + 10_000)
  })

  test(`its newest payment is lost: ${payment}`, async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(50_000n))
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    await rounds(world, 4)
    expect(await statusOf(opened, paymentHash)).toBe('success')
    await goBack(opened)
    expect(await noticedIn(world)).toBe(payment)
    expect(await statusOf(opened, paymentHash)).toBe('success')
  })

  test(`a payment in flight is lost: ${inFlight}, and its money stays reserved`, async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.node.plan(paymentHash, { ends: 'on-command' })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    const reserved = await world.balanceMsat(wallet)
    // Its call breaks off, so that the node is asked.
    peer.server.cut()
    await expect
      .poll(async () => {
        await rounds(world, 1)
        return isKnownAtNode(world, paymentHash)
      })
      .toBe(true)
    await goBack(opened)
    for (let days = 0; days < 60; days += 20) {
      world.advance(20 * 86_400)
      await rounds(world, 2)
    }
    // The adapter may still be waiting for its end.
    const notice = async (): Promise<Notice> => {
      await rounds(world, 1)
      return noticedIn(world)
    }
    await expect.poll(notice, { timeout: 10_000 }).toBe(inFlight)
    expect(await statusOf(opened, paymentHash)).toBe('pending')
    expect(await world.balanceMsat(wallet)).toBe(reserved)
  })

  const statusOf = async ({ world, wallet }: Opened, hash: string): Promise<string> =>
    (await world.call('GET', `/api/v1/payments/${hash}`, { key: wallet.invoiceKey })).body.status

  test('the guide says the same', () => {
    const guide = readFileSync(new URL('../../../../../docs/guide/stuck-money.md', import.meta.url), 'utf8')
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`))
    const cells = row?.split('|').slice(2, 5) ?? []
    const read = cells.map((cell) => /^ (halts|alarm|nothing)\b/.exec(cell)?.[1])
    expect(read).toEqual([receipt, payment, inFlight])
  })
})

const HISTORY_ALARMS = new Set(['node-history', 'node-lost-payment', 'payment-vanished'])

async function noticedIn(world: World): Promise<Notice> {
  const alarms = (await listAlarms(world.db, 100)).filter(({ kind }) => HISTORY_ALARMS.has(kind))
  if ((await findHalt(world.db)) !== undefined) return alarms.length > 0 ? 'halts' : 'nothing'
  return alarms.length > 0 ? 'alarm' : 'nothing'
}

const isKnownAtNode = async ({ db }: World, paymentHash: string): Promise<boolean> =>
  (await db.first(
    `SELECT at_node FROM payments WHERE payment_hash = $1 AND direction = 'out'`,
    [paymentHash],
    (row: { at_node: string | null }) => row.at_node,
  )) === 'known'

async function rounds(world: World, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    world.advance(16)
    await world.tick().catch(() => undefined)
  }
}
