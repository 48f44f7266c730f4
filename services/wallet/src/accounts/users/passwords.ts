import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { clientKey } from '@satchel/http/limits/rate-limit'
import { tooManyAtOnce } from '../../throttle/too-many-at-once.ts'
import { createTurns } from '../../throttle/turns.ts'
import { isBcrypt, matchBcrypt } from './match-bcrypt.ts'

/** The library's number for argon2id. */
const ARGON2ID = 2
/** Memory in KiB and rounds, well above OWASP's minimum. */
const COST: PasswordCost = { memoryCost: 64 * 1024, timeCost: 3 }
/**
 * Each hash takes 64 MiB and a core: two run concurrently, which leaves one core for the rest of the service, so that a
 * flood of log-ins does not slow down logged-in users. Addresses take turns in a short queue, then 429 (rules D7, G8).
 */
const MAX_HASHES = {
  maxAtOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 200,
  maxWaitingEach: 50,
}

export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
}

/** `address`: of the client; it waits for at most one hash of each other address. */
export interface Passwords {
  hash(password: string, address: string): Promise<string>
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(passwordHash: string | undefined, password: string, address: string): Promise<boolean>
}

/** argon2id; Unicode passwords are normalized. Tests that log in often use a lower cost. */
export function createPasswords(cost = COST): Passwords {
  const options = { ...cost, algorithm: ARGON2ID, parallelism: 1 }
  const turns = createTurns({ ...MAX_HASHES, refusal: () => tooManyAtOnce() })
  const inTurn = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const leave = await turns.enter('', clientKey(address))
    try {
      return await work()
    } finally {
      leave()
    }
  }
  let decoy: Promise<string> | undefined
  return {
    hash: (password, address) => inTurn(address, () => hash(password.normalize('NFC'), options)),
    async matches(passwordHash, password, address) {
      // Hashed outside the queue, which may be full. Every first comparison waits for it, for known and unknown
      // accounts alike.
      const unmatched = await (decoy ??= hash('no account has this password', options))
      const stored = passwordHash ?? unmatched
      const equal = await inTurn(address, () =>
        isBcrypt(stored) ? matchBcrypt(password, stored) : verify(stored, password.normalize('NFC')),
      )
      return equal && passwordHash !== undefined
    },
  }
}
