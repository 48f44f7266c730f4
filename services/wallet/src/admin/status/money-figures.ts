import { createSingleFlight } from '@satchel/worker/single-flight'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Database } from '../../db/database.ts'

/** Sums over all wallets. */
export interface MoneyFigures {
  /** Unix seconds. */
  readonly at: number
  readonly availableMsat: number
  readonly reservedMsat: number
  readonly day: Volume
  readonly month: Volume
}

/** Payments that were made in a period. A payment between two wallets counts on both sides. */
export interface Volume {
  readonly receivedSat: number
  readonly sentSat: number
  readonly succeeded: number
  /** Sends only: an invoice that was not paid has not failed. */
  readonly failed: number
}

export interface MoneyFiguresDeps {
  readonly db: Database
  readonly clock: Clock
  /** Faster sums are read for each request. Slower ones are unknown at first, and there at a later request. */
  readonly answerMs?: number
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const MONTH_DAYS = 30
const ANSWER_MS = 1000

/**
 * Reads the sums when an operator asks for them, aside from other requests. With very many payments this takes long, so
 * it takes at most a fiftieth of the time. Undefined: no sums yet.
 */
export function createMoneyFigures({ db, clock, answerMs = ANSWER_MS }: MoneyFiguresDeps) {
  let last: MoneyFigures | undefined
  let readAgainAt = Number.NEGATIVE_INFINITY
  const { join } = createSingleFlight(async () => {
    const startedAt = performance.now()
    last = await readFigures(db, unixSeconds(clock))
    const tookMs = performance.now() - startedAt
    readAgainAt = clock() + (tookMs < answerMs ? 0 : tookMs * 50)
    return last
  })
  return async (): Promise<MoneyFigures | undefined> =>
    clock() < readAgainAt ? last : ((await within(answerMs, join())) ?? last)
}

async function readFigures(db: Database, now: number): Promise<MoneyFigures> {
  const since = [DAY_SECONDS, MONTH_DAYS * DAY_SECONDS].map((seconds) => beginningOfHour(now - seconds))
  const [owed, volumes, failed] = await Promise.all([
    db.listAside(OWED, [], (row: Record<'available' | 'reserved', bigint>) => row),
    db.listAside(VOLUMES, since, (row: VolumeRow) => row),
    db.listAside(FAILED, since, (row: Record<'day' | 'month', bigint>) => row),
  ])
  const [{ available, reserved } = NOTHING_OWED] = owed
  const volumeOf = (period: 'day' | 'month'): Volume => ({
    receivedSat: Number(volumes[0]?.[`${period}_in`] ?? 0n),
    sentSat: Number(volumes[0]?.[`${period}_out`] ?? 0n),
    succeeded: Number(volumes[0]?.[`${period}_count`] ?? 0n),
    failed: Number(failed[0]?.[period] ?? 0n),
  })
  return {
    at: now,
    availableMsat: Number(available),
    reservedMsat: Number(reserved),
    day: volumeOf('day'),
    month: volumeOf('month'),
  }
}

/** The sums are kept by the hour. */
const beginningOfHour = (seconds: number): number => seconds - (seconds % HOUR_SECONDS)

const NOTHING_OWED = { available: 0n, reserved: 0n }

type VolumeRow = Record<`${'day' | 'month'}_${'in' | 'out' | 'count'}`, bigint>

const sum = (expression: string, name: string): string => `CAST(COALESCE(SUM(${expression}), 0) AS BIGINT) AS ${name}`
const ofDay = (time: string, value: string): string => `CASE WHEN ${time} >= $1 THEN ${value} ELSE 0 END`

const OWED = `SELECT ${sum('available_msat', 'available')}, ${sum('reserved_msat', 'reserved')} FROM balances`

const VOLUMES = `SELECT ${[
  ['income_sat', 'in'],
  ['spending_sat', 'out'],
  ['payments', 'count'],
]
  .flatMap(([column = '', name]) => [sum(ofDay('hour', column), `day_${name}`), sum(column, `month_${name}`)])
  .join(', ')} FROM payment_hours WHERE hour >= $2`

/** The conditions are those of an index of the sends that have failed. */
const FAILED = `SELECT ${sum(ofDay('created_at', '1'), 'day')}, count(*) AS month
  FROM payments WHERE direction = 'out' AND failure IS NOT NULL AND created_at >= $2`
