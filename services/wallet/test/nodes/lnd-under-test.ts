import { readFileSync } from 'node:fs'
import { type LndNode, startLnd } from './lnd-node.ts'
import { listCarried, listLndPayments } from './lost-payments.ts'
import type { NodePayment, NodeUnderTest, UnderTestOptions } from './node-under-test.ts'
import { createPayee } from './payee.ts'

/** The macaroon that docs/guide/nodes-lnd.md tells operators to bake: it must be enough. */
const RIGHTS = [
  { entity: 'info', action: 'read' },
  { entity: 'invoices', action: 'read' },
  { entity: 'invoices', action: 'write' },
  { entity: 'offchain', action: 'read' },
  { entity: 'offchain', action: 'write' },
]

/** Blocks before its expiry at which LND cancels a held payment, so that the channel need not be closed. */
const GIVES_BACK_BEFORE = 12

/** All other states mean that it may still be paid. */
const STATUSES: Readonly<Record<string, 'settled' | 'failed'>> = { SUCCEEDED: 'settled', FAILED: 'failed' }

async function listSent({ calls }: LndNode): Promise<NodePayment[]> {
  return (await listLndPayments(calls)).map((payment) => ({
    paymentHash: payment.payment_hash,
    status: STATUSES[payment.status] ?? 'in_flight',
    amountMsat: BigInt(payment.value_msat),
    feeMsat: BigInt(payment.fee_msat),
    preimage: payment.payment_preimage,
  }))
}

/** More calls, for stories about LND alone. */
export interface LndUnderTest extends NodeUnderTest {
  /** Calls with the operator's admin macaroon. */
  readonly calls: LndNode['calls']
  /** PEM. */
  readonly certificate: string
  forceCloseAll(): Promise<void>
}

export async function startLndUnderTest(
  { file, folder, rpc }: UnderTestOptions,
  args: readonly string[] = [],
): Promise<LndUnderTest> {
  const node = await startLnd({ lnd: file, name: 'ours', folder, rpc, args })
  const { macaroon } = await node.calls.require('POST', '/v1/macaroon', { permissions: RIGHTS })
  const { version } = await node.calls.require('GET', '/v1/getinfo')
  return {
    name: 'LND',
    version: String(version),
    get calls() {
      return node.calls
    },
    certificate: readFileSync(node.certificate, 'utf8'),
    nodeKey: node.nodeKey,
    holds: true,
    closesInvoices: true,
    address: node.address,
    port: node.restPort,
    env: (port = node.restPort) => ({
      SERVICE_FUNDING_SOURCE: 'lnd',
      SERVICE_NETWORK: 'regtest',
      LND_REST_ENDPOINT: `https://127.0.0.1:${port}`,
      LND_REST_CERT: node.certificate,
      LND_REST_MACAROON: String(macaroon),
    }),
    height: node.height,
    async holdsUntil(paymentHash) {
      const { htlcs } = await node.calls.require('GET', `/v1/invoice/${paymentHash}`)
      const ends = (htlcs as readonly { expiry_height: number }[]).map((part) => part.expiry_height)
      return Math.min(...ends) - GIVES_BACK_BEFORE
    },
    async balanceMsat() {
      const { local_balance: local } = await node.calls.require('GET', '/v1/balance/channels')
      return BigInt((local as { msat: string }).msat)
    },
    async onTheWay() {
      const channels = await listChannels(node)
      return channels.reduce((sum, { pending_htlcs: pending }) => sum + (pending?.length ?? 0), 0)
    },
    listCarried: () => listCarried(node.calls),
    listSent: () => listSent(node),
    findSent: async (paymentHash) => (await listSent(node)).find((sent) => sent.paymentHash === paymentHash),
    async forgetFailures() {
      await node.calls.require('POST', '/v2/router/mc/reset', {})
    },
    knowsRoute: (channelId, router, baseFeeMsat) => knowsRoute(node, channelId, { router, baseFeeMsat }),
    start: node.start,
    stop: node.stop,
    kill: node.kill,
    async payByHand(bolt11) {
      const { status, reason } = await createPayee(node).pay(bolt11)
      if (status === 'FAILED') throw new Error(reason)
    },
    copy: async () => () => node.forgetAll(),
    async forceCloseAll() {
      for (const { channel_point: point } of await listChannels(node)) await node.forceClose(point)
    },
  }
}

export interface LndChannel {
  readonly active: boolean
  readonly remote_pubkey: string
  readonly chan_id: string
  readonly channel_point: string
  readonly pending_htlcs?: readonly LndHtlc[]
}

export interface LndHtlc {
  readonly incoming: boolean
  readonly htlc_index: string
  /** `0`: not passed on. */
  readonly forwarding_channel: string
}

export async function listChannels({ calls }: LndNode): Promise<readonly LndChannel[]> {
  const { channels } = await calls.require('GET', '/v1/channels')
  return channels as readonly LndChannel[]
}

/** Its channel is active and its graph has the fees of `router`. */
export async function knowsRoute(
  node: LndNode,
  channelId: string,
  wanted: { readonly router: string; readonly baseFeeMsat: bigint },
): Promise<boolean> {
  const answer = await node.calls.ask('GET', `/v1/graph/edge/${channelId}`)
  if ('refusal' in answer) return false
  const { node1_pub: first, node1_policy: one, node2_policy: other } = answer.fields
  const policy = (first === wanted.router ? one : other) as { fee_base_msat: string; disabled: boolean } | null
  const channels = await listChannels(node)
  return (
    channels.length > 0 &&
    channels.every(({ active }) => active) &&
    BigInt(policy?.fee_base_msat ?? -1) === wanted.baseFeeMsat &&
    policy?.disabled === false
  )
}
