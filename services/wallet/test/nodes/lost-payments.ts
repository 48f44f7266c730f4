import type { LndCalls } from '@satchel/lightning/backends/lnd/lnd-calls'

/**
 * A payment that LND calls in flight and no channel has: LND noted it as sent, and stopped before its channel had it. It
 * stays so through reconnections, restarts and any number of blocks, and is refused as "in transition" when it is ordered
 * again (https://github.com/lightningnetwork/lnd/issues/10423, seen with 0.20.1). It can never be paid.
 */
export interface LostPayment {
  readonly paymentHash: string
  readonly amountMsat: bigint
  /** The fees of its routes. */
  readonly feeMsat: bigint
}

export interface InFlight {
  /** By their hash. */
  readonly lost: ReadonlyMap<string, LostPayment>
  /** Payments that may still end, one per line. */
  readonly onTheWay: readonly string[]
}

interface Attempt {
  readonly status: string
  readonly route: {
    readonly total_time_lock: number
    readonly total_amt_msat: string
    readonly total_fees_msat: string
  }
}

export interface LndPayment {
  readonly payment_hash: string
  readonly status: string
  readonly value_msat: string
  readonly fee_msat: string
  readonly payment_preimage: string
  readonly htlcs: readonly Attempt[]
}

/** Sorts the payments that are in flight; `neighbours`: the other nodes that may have their HTLCs. */
export async function sortInFlight(
  payments: readonly LndPayment[],
  node: LndCalls,
  neighbours: readonly LndCalls[],
): Promise<InFlight> {
  const { block_height: height } = await node.require('GET', '/v1/getinfo')
  const carried = new Set((await Promise.all([node, ...neighbours].map(listCarried))).flat())
  const lost = new Map<string, LostPayment>()
  const onTheWay: string[] = []
  for (const payment of payments) {
    const { payment_hash: paymentHash, value_msat: amount, htlcs } = payment
    const routes = htlcs.filter(({ status }) => status === 'IN_FLIGHT').map(({ route }) => route)
    const endsAt = Math.max(0, ...routes.map(({ total_time_lock: lock }) => lock))
    const feeMsat = routes.reduce((sum, route) => sum + BigInt(route.total_fees_msat), 0n)
    const sentMsat = routes.reduce((sum, route) => sum + BigInt(route.total_amt_msat), 0n) - feeMsat
    if (carried.has(paymentHash)) onTheWay.push(`${paymentHash}: in flight at LND, in a channel`)
    else if (Number(height) <= endsAt) onTheWay.push(`${paymentHash}: in flight at LND until block ${endsAt}`)
    else if (sentMsat !== BigInt(amount))
      onTheWay.push(`${paymentHash}: in flight at LND with ${sentMsat} of ${amount} msat`)
    else lost.set(paymentHash, { paymentHash, amountMsat: BigInt(amount), feeMsat })
  }
  return { lost, onTheWay }
}

/** Blocks until nothing that is in flight now can arrive any more. */
export async function blocksUntilOver(node: LndCalls): Promise<number> {
  const { block_height: height } = await node.require('GET', '/v1/getinfo')
  const open = (await listLndPayments(node)).filter(({ status }) => status === 'IN_FLIGHT')
  const locks = open.flatMap(({ htlcs }) => htlcs.map(({ route }) => route.total_time_lock))
  return Math.max(0, ...locks.map((lock) => lock + 1 - Number(height)))
}

/** All its payments, failed ones included. */
export async function listLndPayments(node: LndCalls): Promise<readonly LndPayment[]> {
  const query = 'include_incomplete=true&max_payments=100000'
  return (await node.require('GET', `/v1/payments?${query}`))['payments'] as readonly LndPayment[]
}

/** Hashes of the payments in a node's channels. Throws while one is closing: what it carries is not listed. */
export async function listCarried(calls: LndCalls): Promise<string[]> {
  const closing = await calls.require('GET', '/v1/channels/pending')
  const kinds = ['pending_closing_channels', 'pending_force_closing_channels', 'waiting_close_channels'] as const
  const some = kinds.filter((kind) => (closing[kind] as readonly unknown[]).length > 0)
  if (some.length > 0) throw new Error(`a channel is closing: ${some.join(', ')}`)
  const { channels } = await calls.require('GET', '/v1/channels')
  return (channels as readonly { pending_htlcs: readonly { hash_lock: string }[] }[]).flatMap(
    ({ pending_htlcs: htlcs }) => htlcs.map(({ hash_lock: hash }) => Buffer.from(hash, 'base64').toString('hex')),
  )
}
