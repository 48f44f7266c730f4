import { type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import type { LndCalls } from './lnd-calls.ts'

/** The amount that all channels can send, or receive. */
export async function readBalance(calls: LndCalls, which: 'local_balance' | 'remote_balance'): Promise<Msat> {
  const { [which]: side } = await calls.require('GET', '/v1/balance/channels')
  const amount = typeof side === 'object' && side !== null && 'msat' in side ? side.msat : undefined
  if (!/^\d+$/.test(String(amount))) throw new Error('LND answers with an unreadable balance')
  return msat(BigInt(String(amount)))
}

/** LND's report about itself; the coins on-chain need `onchain:read`, which the macaroon may lack. */
export async function readInfo(calls: LndCalls): Promise<NodeInfo> {
  const [info, closing, canReceiveMsat, coins] = await Promise.all([
    calls.require('GET', '/v1/getinfo'),
    calls.require('GET', '/v1/channels/pending').catch(() => undefined),
    readBalance(calls, 'remote_balance').catch(() => undefined),
    calls.askIfAllowed('/v1/balance/blockchain').catch(() => undefined),
  ])
  const { alias, block_height: height, synced_to_chain: synced, synced_to_graph: graphSynced } = info
  const totalSat = coins?.['total_balance']
  return {
    alias: toAlias(alias),
    canReceiveMsat,
    height: toHeight(height),
    synced: synced === true,
    graphSynced: typeof graphSynced === 'boolean' ? graphSynced : undefined,
    onChainMsat: /^\d{1,15}$/.test(String(totalSat)) ? satToMsat(sat(BigInt(String(totalSat)))) : undefined,
    channels: countOf(info['num_active_channels']) + countOf(info['num_inactive_channels']) + countClosing(closing),
  }
}

/** Payments of closing channels have to be claimed on-chain, too. */
const countClosing = (pending: Readonly<Record<string, unknown>> | undefined): number =>
  [pending?.['waiting_close_channels'], pending?.['pending_force_closing_channels']]
    .map((list) => (Array.isArray(list) ? list.length : 0))
    .reduce((sum, count) => sum + count, 0)

const countOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)
