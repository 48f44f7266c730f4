import type { Log } from '@satchel/http/log'
import { decimalText } from '@satchel/money/decimal'
import { type Clock, unixSeconds } from '../clock.ts'
import { type Database, defineCommand } from '../db/database.ts'
import { deleteOldRatePoints, insertRatePoints, type RatePoint } from './rate-history-store.ts'
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
  /** Notes what is known now, unless that is noted already. */
  record(): Promise<void>
  stop(): Promise<void>
}

/** For rates that do not change by themselves. */
const EVERY_MS = 60_000

/** Keeps the prices of the past in the database: every process does, the first one of a minute counts. */
export function recordRates({ db, source, rates, clock, log }: RecordRatesDeps): RateRecorder {
  const noted = new Map<string, number>()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const note = async (): Promise<void> => {
    const points = [...rates.quotesForMoney()]
      .map(([currency, { price, at }]) => ({ currency, rate: decimalText(price), at: Math.floor(at / 1000) }))
      .filter(({ currency, at }) => minuteOf(at) > (noted.get(currency) ?? -1))
    if (points.length === 0) return
    await db.transact(noteRates, { points, now: unixSeconds(clock) })
    for (const { currency, at } of points) noted.set(currency, minuteOf(at))
  }
  const record = (): Promise<void> => {
    const noting = running.then(note)
    running = noting.catch(() => undefined)
    return noting
  }
  /** What fails is tried again with the next price. */
  const recordOrSay = (): void => {
    record().catch((error: unknown) => log.warn({ err: error }, 'rates could not be noted'))
  }
  return {
    start() {
      source.onChange(recordOrSay)
      timer = setInterval(recordOrSay, EVERY_MS)
      recordOrSay()
    },
    record,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

const minuteOf = (at: number): number => Math.floor(at / 60)

export const noteRates = defineCommand(
  'note-rates',
  async (tx, { points, now }: { points: readonly RatePoint[]; now: number }) => {
    await tx.run(insertRatePoints(points))
    await tx.run(deleteOldRatePoints(now))
  },
)
