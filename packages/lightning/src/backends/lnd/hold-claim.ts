import type { HoldClaim } from '../../port/funding-source.ts'
import type { LndCalls } from './lnd-calls.ts'
import type { LndInvoice, LndPart } from './lnd-invoice.ts'

/**
 * LND reports a hold as settled when it has its preimage, even if the channel of its payment is being closed: then the
 * payment has to be claimed on-chain first, for which LND needs coins. Reads the channels, with `offchain:read`.
 */
export async function findHoldClaim(calls: LndCalls, invoice: LndInvoice): Promise<HoldClaim> {
  const parts = invoice.parts.filter(({ state }) => state === 'SETTLED')
  const open = listIn(await calls.require('GET', '/v1/channels'), 'channels')
  const rest = parts.filter((part) => {
    const channel = open.find((each) => isChannelOf(each, part))
    return channel === undefined || isPendingIn(channel, invoice.paymentHash)
  })
  if (rest.length === 0) return 'taken'
  const closed = listIn(await calls.require('GET', '/v1/channels/closed'), 'channels')
  const closing = await calls.require('GET', '/v1/channels/pending')
  const claims = rest.map((part) => {
    const isOpen = open.some((each) => isChannelOf(each, part))
    return isOpen ? { claimBefore: part.expiryHeight } : findClaimOnChain(part, closed, closing)
  })
  if (claims.includes('lost')) return 'lost'
  const waiting = claims.filter((claim) => typeof claim === 'object')
  return waiting.length === 0 ? 'taken' : { claimBefore: Math.min(...waiting.map(({ claimBefore }) => claimBefore)) }
}

type Fields = Readonly<Record<string, unknown>>

/** Below it a commitment transaction may have no output for the payment, so that nothing is ever claimed. */
const MAX_DUST_SAT = 10_000n

/** In a channel that is not open any more. */
function findClaimOnChain(part: LndPart, closed: readonly Fields[], closing: Fields): HoldClaim {
  const undecided = { claimBefore: part.expiryHeight }
  const sat = part.amountMsat / 1000n
  const summary = closed.find((each) => isChannelOf(each, part))
  if (summary === undefined) {
    const forced = listIn(closing, 'pending_force_closing_channels')
    const isClosing = forced.length + listIn(closing, 'waiting_close_channels').length > 0
    if (!isClosing) return 'taken'
    const entries = forced.flatMap((channel) => listIn(channel, 'pending_htlcs'))
    const same = entries.filter((entry) => entry['incoming'] === true && isAmount(entry['amount'], sat))
    // In its second stage the payment is claimed, and waits for its own delay only.
    return same.length > 0 && same.every(({ stage }) => Number(stage) >= 2) ? 'taken' : undecided
  }
  // Only a channel without payments can be closed by agreement.
  if (summary['close_type'] === 'COOPERATIVE_CLOSE') return 'taken'
  const outcomes = listIn(summary, 'resolutions')
    .filter((each) => each['resolution_type'] === 'INCOMING_HTLC' && isAmount(each['amount_sat'], sat))
    .map(({ outcome }) => outcome === 'CLAIMED' || outcome === 'FIRST_STAGE')
  // It had left the channel before, unless it was too small for an output.
  if (outcomes.length === 0) return sat > MAX_DUST_SAT ? 'taken' : undecided
  if (outcomes.every(Boolean)) return 'taken'
  return outcomes.some(Boolean) ? undecided : 'lost'
}

/** A channel may have several short ids. */
function isChannelOf(channel: Fields, { channelId }: LndPart): boolean {
  const { chan_id: id, zero_conf_confirmed_scid: confirmed, alias_scids: aliases } = channel
  return [id, confirmed, ...(Array.isArray(aliases) ? aliases : [])].some((each) => String(each) === channelId)
}

const isPendingIn = (channel: Fields, paymentHash: string): boolean =>
  listIn(channel, 'pending_htlcs').some(
    ({ incoming, hash_lock: hash }) =>
      incoming === true && Buffer.from(String(hash), 'base64').toString('hex') === paymentHash,
  )

const isAmount = (value: unknown, sat: bigint): boolean => String(value) === String(sat)

function listIn(fields: Fields, name: string): readonly Fields[] {
  const list = fields[name] ?? []
  if (!Array.isArray(list)) throw new Error(`LND answers with unreadable ${name}`)
  return list as readonly Fields[]
}
