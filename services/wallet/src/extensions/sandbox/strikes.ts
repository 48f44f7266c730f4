import { reject } from '@satchel/extension-sdk/rejection'
import type { MinuteQuota } from '../host/run/minute-quota.ts'
import type { Trigger } from '../host/run/trigger.ts'

const STRIKES = 3
const WITHIN_MS = 10 * 60_000

/** Counts how often the sandbox has had to end a run of a package, and for whom it ran. */
export interface Strikes {
  /** Throws 429 for a visitor or an account whose runs of the package were ended three times within ten minutes. */
  admit(extId: string, trigger: Trigger): void
  /** True: it was the third end within ten minutes that counts for the package. */
  add(extId: string, trigger: Trigger | undefined): boolean
}

/**
 * No account and no visitor may switch a package off for all others: where one of them causes the run, its end counts for
 * the account or the address. Ends in jobs of the service count for the package. Events of a relay count for no one.
 */
export function createStrikes(clock: () => number, quota: MinuteQuota): Strikes {
  const strikes = new Map<string, number[]>()
  return {
    admit(extId, trigger) {
      // The money that an account receives is passed on all the same.
      const causer = trigger.by === 'settlement' ? undefined : causerOf(trigger)
      if (causer === undefined || quota.noted(`ended runs of ${extId} for ${causer}`).length < STRIKES) return
      throw reject(
        `Requests from this ${causer.split(' ')[0]} were too much for the extension; try again later.`,
        429,
        WITHIN_MS / 1000,
      )
    },
    add(extId, trigger) {
      const now = clock()
      const causer = causerOf(trigger)
      if (causer !== undefined) quota.note(`ended runs of ${extId} for ${causer}`, 'ended', now + WITHIN_MS)
      if (causer !== undefined || trigger?.by === 'relay') return false
      const recent = [...(strikes.get(extId) ?? []).filter((at) => at > now - WITHIN_MS), now]
      strikes.set(extId, recent.length >= STRIKES ? [] : recent)
      return recent.length >= STRIKES
    },
  }
}

/** Undefined: the service itself, or anybody. */
function causerOf(trigger: Trigger | undefined): string | undefined {
  if (trigger?.by === 'visitor') return `address ${trigger.address}`
  return trigger !== undefined && 'userId' in trigger ? `account ${trigger.userId}` : undefined
}
