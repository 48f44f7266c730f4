import type { ExtensionDeps } from '../extension-deps.ts'
import { endJob, type Job, LEASE_MS, moveJob } from '../stores/job-store.ts'
import type { NostrJob } from '../nostr/nostr-job.ts'
import { publishEvent } from './publish-event.ts'
import type { RelaySubscriptions } from './relay-subscriptions.ts'

/** Some hours in total: a relay that is unreachable for longer misses the event. */
const BACKOFF_MS = [5000, 30_000, 300_000, 1_800_000, 3_600_000, 10_800_000]

/**
 * Publishes one event to one relay, by a job per relay. The job ends after the relay has accepted the event, so it may
 * be sent twice, but is not lost.
 */
export const createPublishJob =
  (deps: Pick<ExtensionDeps, 'db' | 'clock' | 'log' | 'relays'>, open: Pick<RelaySubscriptions, 'publish'>) =>
  async (job: Job): Promise<void> => {
    const leased = { seq: job.seq, from: job.dueAt, to: deps.clock() + LEASE_MS, by: deps.db.session }
    if (!(await deps.db.transact(moveJob, leased))) return
    const { event, relay } = JSON.parse(job.payload) as NostrJob
    const problem = await (open.publish(event, relay) ?? publishEvent(deps.relays, event, relay))
    // Leasing and postponing each add one to the tries; a process that died has added only one.
    const delay = BACKOFF_MS[Math.floor(job.tries / 2)]
    if (problem === undefined || delay === undefined) {
      await deps.db.transact(endJob, { seq: job.seq, at: Math.floor(deps.clock() / 1000) })
    } else {
      await deps.db.transact(moveJob, { seq: job.seq, from: leased.to, to: deps.clock() + delay, error: problem })
    }
    if (problem !== undefined) {
      const next = delay === undefined ? 'it is given up' : 'it is tried again'
      deps.log.info({ extension: job.extId, event: event.id, problem }, `a relay did not accept an event; ${next}`)
    }
  }
