import type { Reader } from '@satchel/http/environment'
import { LARGEST_SAT, type Msat, sat, satToMsat } from '@satchel/money/units'

/** Maximum spending per day, UTC; undefined = any amount. */
export interface DailyLimits {
  readonly perWalletMsat: Msat | undefined
  readonly perUserMsat: Msat | undefined
}

export interface LimitsConfig {
  /** Maximum balance of a wallet; receipts at the node are still credited above it. */
  readonly maxBalanceMsat: Msat
  readonly daily: DailyLimits
}

export function readLimits(read: Reader): LimitsConfig {
  const largest = Number(LARGEST_SAT)
  const daily = (name: string): Msat | undefined => toLimit(read.integer(name, 0, 0, largest))
  return {
    maxBalanceMsat: satToMsat(sat(read.integer('SERVICE_MAX_BALANCE_SATS', largest, 1, largest))),
    daily: {
      perWalletMsat: daily('SERVICE_DAILY_LIMIT_WALLET_SATS'),
      perUserMsat: daily('SERVICE_DAILY_LIMIT_USER_SATS'),
    },
  }
}

/** Satoshis as an operator writes them: 0 = no limit. */
export const toLimit = (sats: number): Msat | undefined => (sats === 0 ? undefined : satToMsat(sat(sats)))
