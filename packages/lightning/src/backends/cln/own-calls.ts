import type { Clock } from '../../port/clock.ts'
import type { OutgoingQuery } from '../../port/funding-source.ts'

/**
 * Knows which attempts the node may still be working on. Between two tries every part of a payment has failed, although
 * the node will try again: `listpays` then shows no final state.
 */
export interface OwnCalls {
  /** False: an earlier call for this hash is running, or its answer may still come; nothing may be sent. */
  begin(query: OutgoingQuery): boolean
  end(query: OutgoingQuery, how: HowEnded): void
  /**
   * `maybe`: a call of another process, one from before a restart, or one whose connection broke some time ago may be running.
   * The node lists what such a call has sent; a call that never arrived is not listed.
   */
  at(query: OutgoingQuery): 'under-way' | 'maybe' | 'over'
}

/**
 * `final`: the node has reported the outcome, or never got the call. `answered`: it has ended the command with an error
 * that does not tell the outcome of the payment. `unknown`: the command may still be running.
 */
export type HowEnded = 'final' | 'answered' | 'unknown'

/** The node starts no attempts later than this after the start of a payment; parts in flight are listed as pending. */
export const RETRY_SECONDS = 60
/** A busy node may take up a call late. */
const SLACK_SECONDS = 60
/** After this time only `listpays` can show more. */
export const MAX_CALL_MS = (RETRY_SECONDS + SLACK_SECONDS) * 1000
/** Parts that were about to be sent when the node answered are listed after this time. */
const LAST_PARTS_MS = 10_000
/** A node that has a call lists its first part after this time, or is too busy to be asked. */
const ARRIVED_MS = 10_000
const MANY = 1000
/** The reconciler asks about pending attempts more often than this. */
const FORGOTTEN_AFTER_MS = 3_600_000

interface Call {
  state: 'open' | 'ended' | 'others'
  /** When nothing can be tried any more, unless it is open still. */
  overAt: number
  /** When its connection broke, or no answer had come in time. */
  lostAt: number
  askedAt: number
}

export function createOwnCalls(clock: Clock): OwnCalls {
  const calls = new Map<string, Call>()
  /** The last attempt of ours, by hash. */
  const own = new Map<string, string>()

  const standOf = (call: Call): ReturnType<OwnCalls['at']> => {
    if (call.state !== 'open' && clock() > call.overAt) return 'over'
    return call.state === 'others' || clock() > call.lostAt + ARRIVED_MS ? 'maybe' : 'under-way'
  }
  const isUnderWay = (paymentHash: string): boolean => {
    const call = calls.get(own.get(paymentHash) ?? '')
    return call !== undefined && standOf(call) === 'under-way'
  }
  const add = (attemptId: string, state: Call['state']): Call => {
    if (calls.size >= MANY) forget()
    // An attempt of another program began no later than we first saw it.
    const call: Call = { state, overAt: clock() + MAX_CALL_MS, lostAt: Number.POSITIVE_INFINITY, askedAt: clock() }
    calls.set(attemptId, call)
    return call
  }
  const forget = (): void => {
    for (const [attemptId, { state, askedAt }] of calls) {
      if (state !== 'open' && clock() - askedAt > FORGOTTEN_AFTER_MS) calls.delete(attemptId)
    }
    for (const [paymentHash, attemptId] of own) if (!calls.has(attemptId)) own.delete(paymentHash)
  }
  return {
    begin({ paymentHash, attemptId }) {
      if (isUnderWay(paymentHash)) return false
      add(attemptId, 'open')
      own.set(paymentHash, attemptId)
      return true
    },
    end({ attemptId }, how) {
      const call = calls.get(attemptId)
      if (call === undefined) return
      call.state = 'ended'
      if (how === 'final') call.overAt = Number.NEGATIVE_INFINITY
      if (how === 'unknown') call.lostAt = clock()
      if (how === 'answered') call.overAt = clock() + LAST_PARTS_MS
    },
    at({ paymentHash, attemptId }) {
      const call = calls.get(attemptId) ?? add(attemptId, 'others')
      call.askedAt = clock()
      return isUnderWay(paymentHash) ? 'under-way' : standOf(call)
    },
  }
}
