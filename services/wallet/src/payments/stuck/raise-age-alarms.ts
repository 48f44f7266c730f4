import type { Log } from '@satchel/http/log'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { type Database, defineCommand } from '../../db/database.ts'
import { raiseAlarm } from '../../ledger/halt.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { AGE_ALARM, listUnfinished, type OperatorPayment } from './operator-payment-store.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** The reconciler has this long to send back a hold after its deadline. */
const HOLD_GRACE_SECONDS = 600
/** More are in the next round. */
const MAX_ROUND = 10_000

/**
 * An alarm for every payment that has not become final in the time that its state should take, once for each payment
 * (rule A21). Does not ask the node, and reads outside of requests. Meant to run about once a minute.
 */
export async function checkAges({ db, clock, log, funding }: AgeCheck): Promise<void> {
  const now = unixSeconds(clock)
  const unfinished = await listUnfinished(db, now - HOLD_GRACE_SECONDS, MAX_ROUND)
  const overdue = unfinished.filter((row) => isOverdue(row, now) || isLeftToOperator(funding, row, now))
  if (overdue.length === 0) return
  const payments = overdue.map(({ payment: { checkingId, direction, state, createdAt } }) => {
    return { checkingId, direction, state, createdAt }
  })
  for (const alarm of await db.transact(raiseAgeAlarms, { payments, at: now })) {
    log.warn(alarm, 'a payment is pending for long; see "Stuck money" in the guide')
  }
}

export interface AgeCheck extends Pick<PaymentDeps, 'funding'> {
  readonly db: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** The node does not know it, and may pay it whenever the order arrives: only an operator resolves it. */
function isLeftToOperator(funding: PaymentDeps['funding'], { payment }: OperatorPayment, now: number): boolean {
  const { direction, missingSince, expiresAt, sourceId } = payment
  if (direction !== 'out' || missingSince === undefined || now <= expiresAt + HOUR_SECONDS) return false
  return funding.of(sourceId).can.paysExpired === true
}

/**
 * Whether a payment is unfinished for too long. A send is as old as its row. An invoice may be paid long after its
 * creation: the number of polls without a result shows how long its state has lasted, and a day after its expiry it is
 * overdue in any case.
 */
function isOverdue({ payment, dueAt }: OperatorPayment, now: number): boolean {
  const { state, direction, createdAt, expiresAt, polls } = payment
  const age = now - createdAt
  if (direction === 'out') return age > (state === 'reserved' ? HOUR_SECONDS : DAY_SECONDS)
  if (state === 'held' && dueAt !== undefined) return now - dueAt / 1000 > HOLD_GRACE_SECONDS
  return (age > HOUR_SECONDS && polls >= POLLS_IN_AN_HOUR) || now > expiresAt + DAY_SECONDS
}

/** At the longest interval between two polls, 30 s, plus the time of an answer. */
const POLLS_IN_AN_HOUR = 100

export interface AgeAlarms {
  readonly payments: readonly Pick<OperatorPayment['payment'], 'checkingId' | 'direction' | 'state' | 'createdAt'>[]
  readonly at: number
}

export interface AgeAlarm {
  readonly alarm: typeof AGE_ALARM
  readonly payment: string
  readonly detail: string
}

/** Skips payments that have an alarm, acknowledged or not. Returns the new alarms. */
export const raiseAgeAlarms = defineCommand({
  name: 'raise-age-alarms',
  run: async (tx, { payments, at }: AgeAlarms): Promise<AgeAlarm[]> => {
    const raised: AgeAlarm[] = []
    for (const { checkingId, direction, state, createdAt } of payments) {
      const hours = Math.floor((at - createdAt) / HOUR_SECONDS)
      const detail =
        direction === 'out'
          ? `payment ${checkingId} has been ${state} for ${hours} hours`
          : `payment ${checkingId} is ${state === 'success' ? 'paid and not closed at the node' : state}; its invoice was made ${hours} hours ago`
      const isNew = (await tx.run(raiseAlarm({ kind: AGE_ALARM, reference: checkingId, detail, at }))) === 1
      if (isNew) raised.push({ alarm: AGE_ALARM, payment: checkingId, detail })
    }
    return raised
  },
})
