import { badRequest, type ErrorParts } from '@satchel/http/service-error'
import { type Msat, msatToSatFloor, satToMsat } from '@satchel/money/units'
import type { TokenBudget } from '../../access/principal.ts'
import type { DailyLimits } from '../../config/payment-policy.ts'
import { type Change, defineCommand } from '../../db/database.ts'
import { updateRow } from '../../db/many-rows.ts'

/** How much may leave in a period. */
export interface SpendLimit {
  /** The scope of a limit: `token:ID`, `wallet:ID`, `user:ID`. */
  readonly scope: string
  /** When the period began, Unix seconds. */
  readonly since: number
  readonly mostMsat: Msat
  /** Why a payment is rejected. */
  readonly refusal: string
  readonly more: ErrorParts
}

export interface Spender {
  readonly walletId: string
  readonly ownerId: string
  /** Set when an ACL token spends. */
  readonly token: { readonly id: string; readonly budget: TokenBudget | undefined } | undefined
}

/** The limits that a payment counts against, of the periods that `now` is in (Unix seconds). */
export function limitsOf({ walletId, ownerId, token }: Spender, daily: DailyLimits, now: number): SpendLimit[] {
  const today = PERIODS.day(now)
  const limits: SpendLimit[] = []
  if (daily.perWalletMsat !== undefined) {
    const refusal = 'The daily limit of the wallet is reached.'
    const more = { code: 'daily_limit_of_wallet', params: { max_sat: wholeSats(daily.perWalletMsat) } }
    limits.push({ scope: `wallet:${walletId}`, since: today, mostMsat: daily.perWalletMsat, refusal, more })
  }
  if (daily.perUserMsat !== undefined) {
    const refusal = 'The daily limit of the account is reached.'
    const more = { code: 'daily_limit_of_account', params: { max_sat: wholeSats(daily.perUserMsat) } }
    limits.push({ scope: `user:${ownerId}`, since: today, mostMsat: daily.perUserMsat, refusal, more })
  }
  if (token?.budget !== undefined) {
    const { sats, period } = token.budget
    const more = { code: 'token_budget_used_up', params: { max_sat: Number(sats), period } }
    const refusal = `The budget of this token for the ${period} is used up.`
    limits.push({ scope: `token:${token.id}`, since: PERIODS[period](now), mostMsat: satToMsat(sats), refusal, more })
  }
  return limits
}

const wholeSats = (limit: Msat): number => Number(msatToSatFloor(limit))

const DAY = 86_400
/** 1970 began on a Thursday. */
const MONDAY = 4 * DAY

/** When the day, the week (from Monday) and the month began, UTC. */
const PERIODS: Record<TokenBudget['period'], (now: number) => number> = {
  day: (now) => now - (now % DAY),
  week: (now) => now - ((now - MONDAY) % (7 * DAY)),
  month(now) {
    const date = new Date(now * 1000)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
  },
}

/** Changes for the transaction that reserves: it fails when a limit is exceeded (rule A8). */
export function countSpending(limits: readonly SpendLimit[], amountMsat: bigint): Change[] {
  return limits.map(({ scope, since, mostMsat, refusal, more }) => {
    const refused = (): Error => badRequest(refusal, more)
    if (amountMsat > mostMsat) throw refused()
    return {
      sql: `INSERT INTO spending (scope, since, spent_msat) VALUES ($1, $2, $3)
            ON CONFLICT (scope, since) DO UPDATE SET spent_msat = spending.spent_msat + excluded.spent_msat
            WHERE spending.spent_msat + excluded.spent_msat <= $4`,
      params: [scope, since, amountMsat, mostMsat],
      rows: 1,
      otherwise: refused,
    }
  })
}

/** For the payment's row; undefined without limits. */
export const toCountedIn = (limits: readonly SpendLimit[] = []): string | undefined =>
  limits.length === 0 ? undefined : JSON.stringify(limits.map(({ scope, since }) => [scope, since]))

/**
 * Changes for the transaction that releases a reserve: subtracts the unspent part. Rows of periods that ended long ago
 * are already deleted.
 */
export function uncountSpending(countedIn: string | undefined, returnedMsat: bigint): Change[] {
  if (countedIn === undefined || returnedMsat === 0n) return []
  return (JSON.parse(countedIn) as [string, number][]).map(([scope, since]) => ({
    ...GIVE_BACK,
    params: [scope, since, returnedMsat],
    keys: [`${scope} ${since}`],
  }))
}

const GIVE_BACK = updateRow(
  'spending',
  { scope: 'text', since: 'bigint', returned: 'bigint' },
  ({ scope, since, returned }) => ({
    set: `spent_msat = spent_msat - ${returned}`,
    where: `scope = ${scope} AND since = ${since}`,
  }),
)

/** Longer than any period: older rows are no longer counted. */
export const SPENDING_KEPT_SECONDS = 40 * DAY

export const forgetOldSpending = defineCommand({
  name: 'forget-old-spending',
  run: (tx, { before }: { before: number }) =>
    tx.run({ sql: 'DELETE FROM spending WHERE since < $1', params: [before] }),
})
