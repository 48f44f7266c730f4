import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../campaigns/eventually.ts'
import { type Chain, startChain } from './chain.ts'
import { type LndNode, startLnd } from './lnd-node.ts'
import { knowsRoute, type LndChannel, listChannels } from './lnd-under-test.ts'
import type { NodePrograms } from './node-programs.ts'
import type { NodeUnderTest, UnderTestOptions } from './node-under-test.ts'

/** Three nodes in a row on a chain of their own: ours – router – payee, with money on all four sides. */
export interface Network {
  readonly chain: Chain
  readonly ours: NodeUnderTest
  readonly router: LndNode
  readonly payee: LndNode
  /** Sets the base fee of the router for forwarding to the payee. Resolves when our node knows it. */
  setFee(baseFeeMsat: bigint): Promise<void>
  /** Blocks, which all three have then seen. */
  mine(blocks: number): Promise<void>
  /** Resolves when all three are connected and know a route in both directions. */
  untilConnected(): Promise<void>
  /** Resolves when the router holds no payment from before our node was down. Returns how many it had held. */
  untilForwarded(): Promise<number>
  /** Payments on their way through the channels of our node. */
  onTheWay(): Promise<number>
  /** A new channel for our node, which has lost the old one. */
  openAgain(): Promise<void>
  /** `keep`: whether the folder with all logs is kept. */
  close(options?: { readonly keepFolder: boolean }): Promise<void>
}

export interface NetworkOptions {
  readonly programs: NodePrograms
  readonly startOurs: (options: UnderTestOptions) => Promise<NodeUnderTest>
  readonly file: string
}

/** Rewards can be spent after 100 blocks, and segwit is active from block 432 on. */
const FIRST_BLOCKS = 450
const CAPACITY_SAT = '5000000'
const PUSHED_SAT = '2500000'
const OPEN_MS = 120_000
const START_FEE_MSAT = 1000n

export async function openNetwork({ programs, startOurs, file }: NetworkOptions): Promise<Network> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-nodes-'))
  const chain = await startChain(programs.btcd, join(folder, 'chain'))
  const lnd = (name: string) => startLnd({ lnd: programs.lnd, name, folder: join(folder, name), rpc: chain.rpc })
  const router = await lnd('router')
  await giveMoney(chain, router)
  const [payee, ours] = await Promise.all([
    lnd('payee'),
    startOurs({ file, folder: join(folder, 'ours'), rpc: chain.rpc }),
  ])
  if (ours.onChainAddress !== undefined) await sendCoins(chain, router, await ours.onChainAddress())
  let [ourChannel, payeeChannel] = await openChannels(chain, router, [ours, payee])
  let fee = START_FEE_MSAT
  const setFee = async (baseFeeMsat: bigint): Promise<void> => {
    fee = baseFeeMsat
    const [funding_txid_str, index] = payeeChannel?.channel_point.split(':') ?? []
    await router.calls.require('POST', '/v1/chanpolicy', {
      chan_point: { funding_txid_str, output_index: Number(index) },
      base_fee_msat: String(baseFeeMsat),
      fee_rate: 0,
      time_lock_delta: 80,
    })
    await untilConnected()
  }
  const untilConnected = async (): Promise<void> => {
    const isOurs = ({ chan_id: id }: LndChannel): boolean =>
      [ourChannel, payeeChannel].some((own) => own?.chan_id === id)
    const routerKnows = async () => (await listChannels(router)).filter(isOurs).every(({ active }) => active)
    const payeeKnows = () =>
      knowsRoute(payee, ourChannel?.chan_id ?? '', { router: router.nodeKey, baseFeeMsat: START_FEE_MSAT })
    const weKnow = () => ours.knowsRoute(payeeChannel?.chan_id ?? '', router.nodeKey, fee)
    for (const [what, knows] of Object.entries({ routerKnows, payeeKnows, weKnow })) {
      await eventually(what, () => knows().catch(() => false), OPEN_MS)
    }
    // A node that could not reach another one would not retry for an hour.
    await ours.forgetFailures?.()
    for (const node of [router, payee]) await node.calls.require('POST', '/v2/router/mc/reset', {})
  }
  await setFee(START_FEE_MSAT)
  return {
    chain,
    ours,
    router,
    payee,
    setFee,
    untilConnected,
    async openAgain() {
      const isOld = ourChannel?.chan_id
      ;[ourChannel] = await openChannels(chain, router, [ours], (channel) => channel.chan_id !== isOld)
      await untilConnected()
    },
    onTheWay: () => countOnTheWay(ours, router),
    untilForwarded: () => untilForwarded(router, ours.nodeKey, untilConnected),
    async mine(blocks) {
      await chain.mine(blocks)
      const height = await chain.height()
      const haveSeen = async () => {
        const seen = await Promise.all([ours, router, payee].map((node) => node.height()))
        return seen.every((block) => block === height)
      }
      await eventually('all see the newest block', haveSeen, OPEN_MS)
    },
    async close({ keepFolder } = { keepFolder: false }) {
      await Promise.all([ours, router, payee].map((node) => node.stop()))
      await chain.close()
      if (keepFolder) process.stdout.write(`the logs of the nodes are in ${folder}\n`)
      else rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The chain's program takes the address as a start argument, and a wallet needs a chain to create one. */
async function giveMoney(chain: Chain, node: LndNode): Promise<void> {
  const { address } = await node.calls.require('GET', '/v1/newaddress')
  await node.stop()
  await chain.rewardTo(String(address))
  await chain.mine(FIRST_BLOCKS)
  await node.start()
  await eventually(
    'the wallet has money',
    async () => {
      const { confirmed_balance: balance } = await node.calls.require('GET', '/v1/balance/blockchain')
      return BigInt(String(balance)) > 2n * BigInt(CAPACITY_SAT)
    },
    OPEN_MS,
  )
}

async function countOnTheWay(ours: NodeUnderTest, router: LndNode): Promise<number> {
  if (ours.onTheWay !== undefined) return ours.onTheWay()
  const theirs = (await listChannels(router)).filter(({ remote_pubkey: key }) => key === ours.nodeKey)
  return theirs.reduce((sum, { pending_htlcs: htlcs = [] }) => sum + htlcs.length, 0)
}

async function sendCoins(chain: Chain, from: LndNode, address: string): Promise<void> {
  await from.calls.require('POST', '/v1/transactions', { addr: address, amount: COINS_SAT, sat_per_vbyte: '5' })
  await chain.mine(6)
}

const COINS_SAT = '1000000'

/** Longer than a busy machine takes to forward a payment. */
const FORWARD_MS = 10_000

/**
 * Payments that LND takes while the connection to their sender breaks can be lost inside it: its circuit map has them,
 * the channel that should carry them on does not, and a reconnection does not send them again. It neither forwards nor
 * fails them, and calls each of them pending to the sender, until it restarts: then it fails them back. What its operator
 * does is done here. Seen with LND 0.20.1 (`ForwardPackets` in its htlcswitch).
 */
async function untilForwarded(router: LndNode, from: string, untilConnected: () => Promise<void>): Promise<number> {
  const kept = await listUnforwarded(router, from)
  const areGone = async (): Promise<boolean> => {
    const now = new Set(await listUnforwarded(router, from))
    return kept.every((index) => !now.has(index))
  }
  const passed = await eventually('they are forwarded', areGone, FORWARD_MS).catch(() => false)
  if (passed) return 0
  const now = new Set(await listUnforwarded(router, from))
  await router.stop()
  await router.start()
  await untilConnected()
  await eventually('the router fails what it kept', areGone, OPEN_MS)
  return kept.filter((index) => now.has(index)).length
}

/** By their index in the channel with the sender. */
async function listUnforwarded(router: LndNode, from: string): Promise<string[]> {
  const channels = (await listChannels(router)).filter(({ remote_pubkey: key }) => key === from)
  return channels
    .flatMap(({ pending_htlcs: htlcs }) => htlcs ?? [])
    .filter(({ incoming, forwarding_channel: to }) => incoming && to === '0')
    .map(({ htlc_index: index }) => index)
}

type Neighbour = Pick<NodeUnderTest, 'nodeKey' | 'address'>

/** The router pays for the channels and their fees, so that our side changes by payments alone. */
async function openChannels(
  chain: Chain,
  router: LndNode,
  neighbours: readonly Neighbour[],
  isWanted: (channel: LndChannel) => boolean = () => true,
): Promise<LndChannel[]> {
  for (const { nodeKey, address } of neighbours) {
    // Refused when they are connected.
    await router.calls.ask('POST', '/v1/peers', { addr: { pubkey: nodeKey, host: address }, perm: true })
    const open = () =>
      router.calls.ask('POST', '/v1/channels', {
        node_pubkey: Buffer.from(nodeKey, 'hex').toString('base64'),
        local_funding_amount: CAPACITY_SAT,
        push_sat: PUSHED_SAT,
        sat_per_vbyte: '5',
      })
    // Refused while the other has not seen the newest block.
    await eventually('a channel is opened', async () => 'fields' in (await open()), OPEN_MS)
    // Six make it public.
    await chain.mine(6)
  }
  const find = ({ nodeKey }: Neighbour) =>
    eventually(
      'the channel works',
      async () =>
        (await listChannels(router)).find(
          (channel) => channel.remote_pubkey === nodeKey && channel.active && isWanted(channel),
        ),
      OPEN_MS,
    )
  return Promise.all(neighbours.map(find))
}
