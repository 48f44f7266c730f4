import { type Clock, unixSeconds } from './port/clock.ts'
import type { FundingSource } from './port/funding-source.ts'
import { type CurrentTrouble, keepsFromAnswering } from './port/node-trouble.ts'

/** The node's health, for the operator. */
export interface FundingHealth {
  /** Whether the last call was answered. */
  answers(): boolean
  /** Unix seconds; undefined = never since this process began. */
  answeredAt(): number | undefined
  /** The troubles of the node, the most specific first. Without a known one, that it does not answer. */
  troubles(): readonly CurrentTrouble[]
  /** Number of results per call: `error` without an answer, else the answer. */
  counts(): readonly CallCount[]
}

export interface CallCount {
  readonly call: string
  readonly outcome: string
  readonly count: number
}

export interface WatchedFundingSource extends FundingSource {
  readonly health: FundingHealth
}

/** The same source, every call of it noted. Costs a counter per call. */
export function watchFundingSource<Source extends FundingSource>(
  source: Source,
  clock: Clock,
): Source & WatchedFundingSource {
  const counts = new Map<string, { call: string; outcome: string; count: number }>()
  let answers = false
  let answeredAt: number | undefined
  let silentSince: number | undefined
  const note = (call: string, outcome: string): void => {
    const key = `${call} ${outcome}`
    const counted = counts.get(key)
    if (counted === undefined) counts.set(key, { call, outcome, count: 1 })
    else counted.count += 1
    // A pending payment says nothing about the node's health.
    if (outcome === 'pending') return
    answers = outcome !== 'error' && outcome !== 'not_sent'
    if (answers) answeredAt = unixSeconds(clock)
    silentSince = answers ? undefined : (silentSince ?? unixSeconds(clock))
  }
  const watched =
    <Given extends unknown[], Answer>(
      call: string,
      ask: (...given: Given) => Promise<Answer>,
      nameOf: (answer: Answer) => string = outcomeOf,
    ) =>
    async (...given: Given): Promise<Answer> => {
      try {
        const answer = await ask(...given)
        note(call, nameOf(answer))
        return answer
      } catch (error) {
        note(call, 'error')
        throw error
      }
    }
  return {
    ...source,
    createInvoice: watched('create_invoice', source.createInvoice),
    closeInvoice: watched('close_invoice', source.closeInvoice),
    incomingStatus: watched('incoming_status', source.incomingStatus),
    pay: watched('pay', source.pay),
    outgoingStatus: watched('outgoing_status', source.outgoingStatus),
    settleHold: watched('settle_hold', source.settleHold),
    cancelHold: watched('cancel_hold', source.cancelHold),
    receiptsSince: watched('receipts_since', source.receiptsSince),
    ...(source.attemptMark && { attemptMark: watched('attempt_mark', source.attemptMark, () => ANSWERED) }),
    ...(source.holdClaim && { holdClaim: watched('hold_claim', source.holdClaim) }),
    ...(source.sentSince && { sentSince: watched('sent_since', source.sentSince) }),
    balance: watched('balance', source.balance),
    ...(source.info && { info: watched('info', source.info) }),
    health: {
      answers: () => answers,
      answeredAt: () => answeredAt,
      counts: () => [...counts.values()],
      troubles() {
        const known = source.troubles?.() ?? []
        // Requests may be signed with their time.
        const isExplained = known.some((trouble) => keepsFromAnswering(trouble) || trouble.kind === 'clock_apart')
        if (silentSince === undefined || isExplained) return known
        return [
          { kind: 'unreachable', detail: 'the node gives no answer that can be used', since: silentSince },
          ...known,
        ]
      },
    },
  }
}

/** The few words of the port: bounded by the code, as labels of a metric must be. */
function outcomeOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  const status = typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined
  return typeof status === 'string' ? status : ANSWERED
}

/** Also for values of the node itself, such as the mark of an attempt. */
const ANSWERED = 'answered'
