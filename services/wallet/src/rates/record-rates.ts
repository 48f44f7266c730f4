import type { Log } from '@satchel/http/log'
import { decimalText } from '@satchel/money/decimal'
import { createSingleFlight } from '@satchel/worker/single-flight'
import { createWorker, type Worker } from '@satchel/worker/worker'
import { type Clock, unixSeconds } from '../base/clock.ts'
import { type Command, type Database, defineCommand } from '../db/database.ts'
import { deleteOldRatePoints, insertRatePoints, type NewRatePoint } from './rate-history-store.ts'
import type { RateSource } from './rate-source.ts'
import type { Rates } from './rates.ts'

export interface RecordRatesDeps {
  readonly db: Database
  readonly source: RateSource
  readonly rates: Rates
  readonly clock: Clock
  readonly log: Log
}

export interface RateRecorder {
  start(): void
  /** Stores the current prices, unless they are stored already. */
  record(): Promise<void>
  stop(): Promise<void>
}

/** For rates that do not change on their own. */
const EVERY_MS = 60_000

/** Stores past prices in the database. Every process does; the first one in a minute counts. */
export function recordRates({ db, source, rates, clock, log }: RecordRatesDeps): RateRecorder {
  const noted = new Map<string, number>()
  let worker: Worker | undefined

  const note = async (): Promise<void> => {
    const points = [...rates.quotesForMoney()].map(([currency, { price, at, isConverted = false }]) => ({
      currency,
      rate: decimalText(price),
      at: Math.floor(at / 1000),
      isDaily: isConverted,
    }))
    const news = points.filter((point) => periodOf(point) > (noted.get(point.currency) ?? -1))
    if (news.length === 0) return
    await db.transact(noteRates, { points: news, now: unixSeconds(clock) })
    for (const point of news) noted.set(point.currency, periodOf(point))
  }
  const recording = createSingleFlight(note)
  return {
    start() {
      worker = createWorker({ work: recording.next, everyMs: EVERY_MS, what: 'recording rates', log })
      source.onChange(worker.wake)
      worker.wake()
    },
    record: recording.next,
    async stop() {
      await worker?.stop()
      await recording.idle()
    },
  }
}

/** Of a price of an exchange the minute. Converted prices are many, and follow from these: one a day is kept of each. */
const periodOf = ({ at, isDaily = false }: NewRatePoint): number => Math.floor(at / (isDaily ? 86_400 : 60))

export const noteRates = defineCommand({
  name: 'note-rates',
  run: async (tx, { points, now }: { points: readonly NewRatePoint[]; now: number }) => {
    await tx.run(insertRatePoints(points))
    await tx.run(deleteOldRatePoints(now))
  },
})

/** Every change to rates. */
export const RATE_COMMANDS: readonly Command<never, unknown>[] = [noteRates]
