import { hash, verify } from '@node-rs/argon2'
import { ServiceError } from '@satchel/http/service-error'
import { availableParallelism } from 'node:os'
import { createTurns } from '../throttle/turns.ts'

/** The library's number for argon2id. */
const ARGON2ID = 2
/** Memory in KiB and rounds: well above the least that OWASP asks for. */
const COST: PasswordCost = { memoryCost: 64 * 1024, timeCost: 3 }
/**
 * Each hash takes 64 MiB and a core: two at once, and one core is left for everybody else, so that a flood of log-ins does
 * not slow down who is in already. A short queue, then 429 (money-safety D.7, G8).
 */
const MOST_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const MOST_WAITING = 200

export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** argon2id; all Unicode, in one normal form. Another cost is for tests that log in a hundred times. */
export function createPasswords(cost = COST): Passwords {
  const options = { ...cost, algorithm: ARGON2ID, parallelism: 1 }
  const turns = createTurns({
    mostAtOnce: MOST_AT_ONCE,
    mostWaiting: MOST_WAITING,
    refusal: () => new ServiceError('rate_limited', 'Too many logins at once; try again.'),
  })
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = await turns.enter('')
    try {
      return await work()
    } finally {
      leave()
    }
  }
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), options)),
    async matches(passwordHash, password) {
      decoy ??= inTurn(() => hash('nobody has this password', options))
      const compareWith = passwordHash ?? (await decoy)
      const equal = await inTurn(() => verify(compareWith, password.normalize('NFC')))
      return equal && passwordHash !== undefined
    },
  }
}
