import { hash } from 'node:crypto'
import { isPayoutAddress } from '@satchel/http/inside-door'
import type { MinuteQuota } from './minute-quota.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'
import { languageOf } from './run-words.ts'

/** Failures noted in one run; the service keeps the newest. */
const MAX_FAILURES = 10

/** A run's access to its visitor's address, for limits per address. */
export function openRunVisitor({ deps, extension, trigger }: RunParts, quota: MinuteQuota): AnyCtx['visitor'] {
  const reserves = deps.visitors.reserved
  const language = languageOf(trigger)
  if (trigger.by !== 'visitor' || !deps.throttled || isPayoutAddress(trigger.address))
    return { ...NOT_LIMITED, language, reserves }
  const { address } = trigger
  const { id: extId } = extension.manifest
  // Hashed, because the code of a package may choose names of any length and form.
  const nameOf = (name: string): string => `failures of ${extId} ${hash('sha256', name, 'hex')} by ${address}`
  let count = 0
  return {
    id: hash('sha256', `${deps.publicUrl} ${extId} ${address}`, 'hex'),
    language,
    reserves,
    failures: (name) => quota.noted(nameOf(name)).length,
    recordFailure(name, forSeconds) {
      count += 1
      if (count > MAX_FAILURES || !Number.isFinite(forSeconds)) return
      quota.note(nameOf(name), String(count), deps.clock() + forSeconds * 1000)
    },
  }
}

const NOT_LIMITED = { id: '', failures: () => 0, recordFailure: () => undefined }
