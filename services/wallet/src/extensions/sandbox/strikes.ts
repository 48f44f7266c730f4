import { reject } from '@satchel/extension-sdk/rejection'
import type { MinuteQuota } from '../host/run/minute-quota.ts'
import type { Trigger } from '../host/run/trigger.ts'

const STRIKES = 3
const WITHIN_MS = 10 * 60_000

/** Counts how often the sandbox has had to end a package, and for whom it ran. */
export interface Strikes {
  /** Throws 429 for a visitor or an account whose runs of the package were ended three times within ten minutes. */
  admit(extId: string, trigger: Trigger): void
  /** A run was ended. */
  noteRun(extId: string, trigger: Trigger): void
  /** The code could not be loaded. True: for the third time within ten minutes. */
  noteLoading(extId: string): boolean
}

/**
 * No account and no visitor may switch a package off for all others. The end of a run counts for the account or the
 * address of its request. A run caused by a payment, an event or a time counts for no one, because its data may be
 * anyone's. Loading reads no user data: only its failures count for the package.
 */
export function createStrikes(clock: () => number, quota: MinuteQuota): Strikes {
  const loadings = new Map<string, number[]>()
  return {
    admit(extId, trigger) {
      const causer = causerOf(trigger)
      if (causer === undefined || quota.noted(`ended runs of ${extId} for ${causer}`).length < STRIKES) return
      throw reject(
        `Requests from this ${causer.split(' ')[0]} were too much for the extension; try again later.`,
        429,
        WITHIN_MS / 1000,
      )
    },
    noteRun(extId, trigger) {
      const causer = causerOf(trigger)
      if (causer !== undefined) quota.note(`ended runs of ${extId} for ${causer}`, 'ended', clock() + WITHIN_MS)
    },
    noteLoading(extId) {
      const now = clock()
      const recent = [...(loadings.get(extId) ?? []).filter((at) => at > now - WITHIN_MS), now]
      loadings.set(extId, recent.length >= STRIKES ? [] : recent)
      return recent.length >= STRIKES
    },
  }
}

/** Undefined: no one. */
function causerOf(trigger: Trigger): string | undefined {
  if (trigger.by === 'visitor') return `address ${trigger.address}`
  return trigger.by === 'owner' ? `account ${trigger.userId}` : undefined
}
