import { hash, verify } from '@node-rs/argon2'
import { clientKey } from '@satchel/http/limits/rate-limit'
import { availableParallelism } from 'node:os'
import { tooManyAtOnce } from '../../throttle/too-many-at-once.ts'
import { createTurns } from '../../throttle/turns.ts'
import { isBcrypt, matchBcrypt } from './match-bcrypt.ts'

/** The library's number for argon2id. */
const ARGON2ID = 2
/** Memory in KiB and rounds: well above the least that OWASP asks for. */
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

/** `address`: of the client, which waits behind one hash of each other address at most. */
export interface Passwords {
  hash(password: string, address: string): Promise<string>
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(passwordHash: string | undefined, password: string, address: string): Promise<boolean>
}

/** argon2id; all Unicode, in one normal form. Another cost is for tests that log in a hundred times. */
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
      // Outside the queue, which may be full: and waited for by every first comparison, of a known account or not.
      const unmatched = await (decoy ??= hash('no account has this password', options))
      const stored = passwordHash ?? unmatched
      const equal = await inTurn(address, () =>
        isBcrypt(stored) ? matchBcrypt(password, stored) : verify(stored, password.normalize('NFC')),
      )
      return equal && passwordHash !== undefined
    },
  }
}
