import type { Log } from '@satchel/http/log'
import { decimalText, parseDecimal } from '@satchel/money/decimal'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { type Database, defineCommand, type Reader } from '../../db/database.ts'
import { type Event, findLastEventId } from '../../events/event-log.ts'
import { type EventFollower, followEvents } from '../../events/follow-events.ts'
import { valueAt } from '../../rates/convert.ts'
import { insertFiatValues, type NewFiatValue } from '../../rates/fiat-value-store.ts'
import { findRateAt } from '../../rates/rate-history-store.ts'
import { type Rates, requireQuote } from '../../rates/rates.ts'

export interface ValuePaymentsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly rates: Rates
  /** The accounting currency. */
  readonly currency: string
}

/** Values are stored in the background: one read and one commit per second cover all payments of that second. */
const EVERY_MS = 1000

/**
 * Stores the value of every succeeded payment in the background, in the accounting currency and in those of the wallet and
 * its owner, because prices of the past become coarse. Continues where the last process stopped; storing a value twice has
 * no effect.
 */
export async function valuePayments(deps: ValuePaymentsDeps): Promise<EventFollower> {
  const { db, log } = deps
  return followEvents({
    db,
    log,
    what: 'recording the value of payments',
    after: await findCursor(db),
    pollMs: EVERY_MS,
    wokenByCommits: false,
    async handle(events) {
      const succeeded = await listSucceeded(db, events)
      // Without a rate it is retried at the next poll, until the payments are too old for any rate to come.
      const values = await valuesOf(deps, succeeded)
      const cursor = events.at(-1)?.id ?? 0n
      await db.transact(noteFiatValues, { values, cursor })
    },
  })
}

/** Starts with the events after the first start: there is no rate for earlier ones. */
async function findCursor(db: Database): Promise<bigint> {
  const toCursor = (row: { value: string }): bigint => BigInt(row.value)
  const stored = await db.first(`SELECT value FROM cursors WHERE name = 'fiat-values'`, [], toCursor)
  if (stored !== undefined) return stored
  const cursor = await findLastEventId(db)
  await db.transact(noteFiatValues, { values: [], cursor })
  return cursor
}

interface Succeeded {
  readonly checkingId: string
  readonly amountMsat: bigint
  /** Of the wallet and of its owner, as far as they have one. */
  readonly currencies: ReadonlySet<string>
  /** Unix seconds. */
  readonly at: number
}

const listSucceeded = (reader: Reader, events: readonly Event[]): Promise<Succeeded[]> =>
  reader.list(
    `SELECT p.checking_id, p.amount_msat, e.at, w.currency AS of_wallet, u.currency AS of_owner
     FROM events e JOIN payments p ON p.checking_id = e.checking_id LEFT JOIN wallets w ON w.id = p.wallet_id
       LEFT JOIN user_preferences u ON u.user_id = w.user_id
     WHERE e.id >= $1 AND e.id <= $2 AND e.kind IN ('payment-received', 'payment-sent') ORDER BY e.id`,
    [events[0]?.id ?? 0n, events.at(-1)?.id ?? -1n],
    (row: SucceededRow) => ({
      checkingId: row.checking_id,
      amountMsat: row.amount_msat,
      currencies: new Set([row.of_wallet, row.of_owner].filter((currency) => currency !== null)),
      at: Number(row.at),
    }),
  )

interface SucceededRow {
  readonly checking_id: string
  readonly amount_msat: bigint
  readonly at: bigint
  readonly of_wallet: string | null
  readonly of_owner: string | null
}

async function valuesOf(deps: ValuePaymentsDeps, payments: readonly Succeeded[]): Promise<NewFiatValue[]> {
  const known = new Map<string, Promise<string | undefined>>()
  const rateOf = (currency: string, at: number): Promise<string | undefined> => {
    const key = `${currency} ${at}`
    const rate = known.get(key) ?? rateAt(deps, currency, at)
    known.set(key, rate)
    return rate
  }
  const values: NewFiatValue[] = []
  for (const { checkingId, amountMsat, at, currencies } of payments) {
    for (const currency of new Set([deps.currency, ...currencies])) {
      const price = parseDecimal((await rateOf(currency, at)) ?? '')
      const kind = currency === deps.currency ? 'books' : 'owner'
      if (price !== undefined) values.push({ checkingId, kind, ...valueAt(amountMsat, currency, price) })
    }
  }
  return values
}

/** The rate at that time, not the current one. */
async function rateAt(
  { db, clock, rates, currency: accounting }: ValuePaymentsDeps,
  currency: string,
  at: number,
): Promise<string | undefined> {
  const quotes = rates.quotesForMoney()
  const quote = quotes.get(currency)
  if (quote !== undefined && Math.abs(quote.at / 1000 - at) <= rates.maxAgeSeconds) return decimalText(quote.price)
  const noted = await findRateAt(db, currency, at, rates.maxAgeSeconds)
  // Throws while a rate may still arrive. The books do not wait for the currencies of people.
  if (noted === undefined && currency === accounting && unixSeconds(clock) - at < rates.maxAgeSeconds)
    requireQuote(quotes, currency)
  return noted
}

const ROWS_PER_STATEMENT = 25

/** Stores values and event cursor in one transaction, so that a crash cannot separate them. */
export const noteFiatValues = defineCommand({
  name: 'note-fiat-values',
  run: async (tx, { values, cursor }: { values: readonly NewFiatValue[]; cursor: bigint }) => {
    for (let from = 0; from < values.length; from += ROWS_PER_STATEMENT) {
      await tx.run(insertFiatValues(values.slice(from, from + ROWS_PER_STATEMENT)))
    }
    // Never move the cursor back: another process may be ahead.
    await tx.run({
      sql: `INSERT INTO cursors (name, value) VALUES ('fiat-values', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            WHERE CAST(cursors.value AS BIGINT) < CAST(excluded.value AS BIGINT)`,
      params: [String(cursor)],
    })
  },
})
