import { hash } from 'node:crypto'
import type { MinuteQuota } from './minute-quota.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'

/** In one run. The service remembers so many in all, the newest. */
const MAX_FAILURES = 10

/** What a run knows of the visitor who asks, to limit what one address may do. */
export function openRunVisitor({ deps, extension, trigger }: RunParts, quota: MinuteQuota): AnyCtx['visitor'] {
  const reserves = deps.visitors.reserved
  if (trigger.by !== 'visitor' || !deps.throttled) return { ...NOT_LIMITED, reserves }
  const { address } = trigger
  const { id: extId } = extension.manifest
  // Of any length and form: the code of a package names what it likes, and the service keeps it.
  const nameOf = (name: string): string => `failures of ${extId} ${hash('sha256', name, 'hex')} by ${address}`
  let count = 0
  return {
    id: hash('sha256', `${deps.publicUrl} ${extId} ${address}`, 'hex'),
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
