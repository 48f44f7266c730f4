import { finishWork, putBack, type Queued } from '../../../throttle/leased-queue.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import type { NostrJob } from '../nostr/nostr-job.ts'
import { doneAt, type Job } from '../stores/job-store.ts'
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
  async ({ work: job, tries, place }: Queued<Job>): Promise<void> => {
    const { db, clock, log, relays } = deps
    const { event, relay } = JSON.parse(job.payload) as NostrJob
    const problem = await (open.publish(event, relay) ?? publishEvent(relays, event, relay))
    if (problem === undefined) return void (await db.transact(finishWork, { place, set: doneAt(clock) }))
    const delay = BACKOFF_MS[tries - 1]
    const to = delay === undefined ? undefined : clock() + delay
    const set = { error: problem, ...(to === undefined && doneAt(clock)) }
    await db.transact(putBack, { place, by: db.session, to, set })
    const next = to === undefined ? 'it is given up' : 'it is tried again'
    log.info({ extension: job.extId, event: event.id, problem }, `a relay did not accept an event; ${next}`)
  }
