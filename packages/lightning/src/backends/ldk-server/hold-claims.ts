import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { HoldClaim } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import type { LdkBalances } from './ldk-balances.ts'
import type { LdkChannel, LdkServerCalls } from './ldk-server-calls.ts'

/** The channel of a held payment when it was settled. None if it was too small for an output of its own. */
const HoldNote = Type.Object({
  parts: Type.Array(Type.Object({ channelId: Type.String(), amountSat: Type.Integer({ minimum: 0 }) })),
  claimBefore: Type.Integer({ minimum: 0 }),
})
type HoldNote = Static<typeof HoldNote>

export interface HoldClaims {
  /** Call it before a held payment is claimed: afterwards the node does not report its channel any more. */
  noteHold(paymentHash: string): Promise<void>
  /** Undefined: the node does not call it settled. */
  find(paymentHash: string): Promise<HoldClaim | undefined>
}

export interface HoldClaimsDeps {
  readonly calls: Pick<LdkServerCalls, 'payment' | 'balances' | 'channels' | 'height'>
  readonly notes: OrderNotes
}

/** LDK trusts the chain after that many blocks, and lists the payment as unclaimed, or as claimed, until then. */
const REORG_BLOCKS = 6

/**
 * LDK Server calls a hold settled when it has stored its preimage, even if the channel of its payment is being closed. It shows
 * the HTLCs of open channels only as long as it lacks their preimage, and those on chain until they are claimed or lost.
 */
export function createHoldClaims({ calls, notes }: HoldClaimsDeps): HoldClaims {
  /** The height at which a payment was last seen unclaimed on chain. */
  const seenAt = new Map<string, number>()
  const nameOf = (paymentHash: string): string => `hold:${paymentHash}`
  const findNote = async (paymentHash: string): Promise<HoldNote | undefined> => {
    const text = await notes.find(nameOf(paymentHash))
    const note: unknown = text === undefined ? undefined : JSON.parse(text)
    return Value.Check(HoldNote, note) ? note : undefined
  }
  return {
    async noteHold(paymentHash) {
      // A repeated settlement finds the payment without its parts.
      if ((await findNote(paymentHash)) !== undefined) return
      const { withoutPreimage } = await calls.balances()
      const parts = withoutPreimage.filter((htlc) => htlc.paymentHash === paymentHash)
      if (parts.length === 0) return
      const note: HoldNote = {
        parts: parts.map(({ channelId, amountSat }) => ({ channelId, amountSat: Number(amountSat) })),
        claimBefore: Math.min(...parts.map(({ expiryHeight }) => expiryHeight)),
      }
      await notes.write(nameOf(paymentHash), JSON.stringify(note))
    },
    async find(paymentHash) {
      const payment = await calls.payment(paymentHash)
      if (payment?.direction !== 'inbound' || payment.status !== 'succeeded') return undefined
      // The channels first: one that closes meanwhile is shown as open, and not as claimed.
      const channels = await calls.channels()
      const [balances, height, note] = await Promise.all([calls.balances(), calls.height(), findNote(paymentHash)])
      const unclaimed = balances.unclaimed.filter((htlc) => htlc.paymentHash === paymentHash)
      if (unclaimed.length > 0) {
        seenAt.set(paymentHash, height)
        return { claimBefore: Math.min(...unclaimed.map(({ expiryHeight }) => expiryHeight)) }
      }
      const claim = judge({ channels, balances, height, note, seenAt: seenAt.get(paymentHash) })
      if (claim !== 'taken') return claim
      seenAt.delete(paymentHash)
      if (note !== undefined) await notes.forget(nameOf(paymentHash))
      return claim
    },
  }
}

interface Seen {
  readonly channels: readonly LdkChannel[]
  readonly balances: LdkBalances
  readonly height: number
  readonly note: HoldNote | undefined
  readonly seenAt: number | undefined
}

/** Judges a payment that is not listed as unclaimed on-chain. */
function judge({ channels, balances, height, note, seenAt }: Seen): HoldClaim {
  const { unconfirmedClosings, claimed } = balances
  const isOpen = (id: string): boolean => channels.some((channel) => channel.id === id)
  const undecided = { claimBefore: note?.claimBefore ?? height }
  // It may have been in any of the channels that start to close.
  if (note === undefined) return [...unconfirmedClosings].every(isOpen) ? 'taken' : undecided
  const rest = note.parts.filter(
    ({ channelId, amountSat }) =>
      // The other side is connected, and has taken the preimage.
      !channels.some(({ id, isUsable }) => id === channelId && isUsable) &&
      !claimed.some((htlc) => htlc.channelId === channelId && htlc.amountSat === BigInt(amountSat)),
  )
  if (rest.length === 0) return 'taken'
  if (rest.some(({ channelId }) => isOpen(channelId) || unconfirmedClosings.has(channelId))) return undecided
  // Its payer cannot have taken it back finally yet.
  if (height < note.claimBefore + REORG_BLOCKS) return 'taken'
  // A claim after that poll would still be listed.
  return seenAt !== undefined && height - seenAt < REORG_BLOCKS ? 'lost' : undecided
}
