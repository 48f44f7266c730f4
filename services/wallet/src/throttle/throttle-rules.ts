export interface ThrottleRule {
  /** The status that counts as a failed try; other errors do not count. */
  readonly failure: 400 | 401
  /** Failures of one address, at any accounts, before it has to wait. */
  readonly freeOfAddress: number
}

/** Each log-in method has its own counters. Where an address can try one account after another, it is limited more. */
export const THROTTLE_RULES = {
  password: { failure: 401, freeOfAddress: 30 },
  'user-id': { failure: 401, freeOfAddress: 5 },
  nostr: { failure: 401, freeOfAddress: 10 },
  provider: { failure: 401, freeOfAddress: 10 },
  passkey: { failure: 401, freeOfAddress: 10 },
  'second-factor': { failure: 401, freeOfAddress: 30 },
  // For a logged-in caller, whose token may be stolen.
  'present-password': { failure: 400, freeOfAddress: 30 },
  'email-code': { failure: 400, freeOfAddress: 30 },
  'account-link': { failure: 400, freeOfAddress: 10 },
  // For names that are taken: trying one after another would reveal who has an account.
  register: { failure: 400, freeOfAddress: 20 },
} as const satisfies Readonly<Record<string, ThrottleRule>>

export type ThrottledKind = keyof typeof THROTTLE_RULES

export interface Failures {
  readonly failures: number
  /** Unix seconds. */
  readonly lastAt: number
}

/** The stored failures of an account, an address, and the pair. */
export interface Standing {
  readonly own: Failures
  readonly account: Failures & {
    /** How many addresses failed at it. */
    readonly addresses: number
  }
  readonly address: Failures
  /** The address has logged in to the account before. */
  readonly known: boolean
}

const FREE = 5
const MAX_SECONDS = 900
/** Between two tries of unknown addresses at one account: long for a guesser, short for an owner who travels. */
const MAX_BETWEEN_STRANGERS_SECONDS = 4
const FORGOTTEN_AFTER_SECONDS = 900
/** Longer than the longest delay, so that a delayed caller does not start from zero after it. */
const DELAYED_FORGOTTEN_AFTER_SECONDS = 86_400

/**
 * The delay before the next try (rule D7). It grows from the sixth failure of the address. Failures of other addresses
 * never delay an address that has logged in before, and a new one only once many addresses fail.
 */
export function waitSeconds({ own, account, address, known }: Standing, rule: ThrottleRule, now: number): number {
  const ownWait = waitOf(own, FREE, MAX_SECONDS, now)
  if (known) return ownWait
  const mistrusted = own.failures > 0 || account.addresses > FREE
  return Math.max(
    ownWait,
    mistrusted ? waitOf(account, FREE, MAX_BETWEEN_STRANGERS_SECONDS, now) : 0,
    waitOf(address, rule.freeOfAddress, MAX_SECONDS, now),
  )
}

/** 1 s after the first failure that is not free, then twice as long each time. */
function waitOf({ failures, lastAt }: Failures, free: number, longest: number, now: number): number {
  if (failures <= free) return 0
  const delay = Math.min(2 ** (failures - free - 1), longest)
  // Cap it, in case the clock was set back.
  return Math.min(delay, Math.max(0, lastAt + delay - now))
}

/** Five failures expire after a quarter of an hour without another one, more after a day. */
export const isForgotten = ({ failures, lastAt }: Failures, now: number): boolean =>
  now - lastAt >= (failures > FREE ? DELAYED_FORGOTTEN_AFTER_SECONDS : FORGOTTEN_AFTER_SECONDS)

/** Older rows are not used. */
export const FAILURES_KEPT_SECONDS = DELAYED_FORGOTTEN_AFTER_SECONDS
export const KNOWN_ADDRESSES_KEPT_SECONDS = 90 * 86_400
