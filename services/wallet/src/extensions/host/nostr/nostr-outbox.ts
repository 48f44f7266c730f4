import type { ExtensionDeps } from '../extension-deps.ts'
import { endJob, type Job, LEASE_MS, listDueJobs, moveJob } from '../job-store.ts'
import type { NostrEvent } from './nostr-signer.ts'
import { publishEvent } from './publish-event.ts'

export interface NostrOutbox {
  /** Begins to publish what is due and waits for none of it. */
  begin(): Promise<void>
  /** What was begun has ended. */
  settled(): Promise<void>
}

/** What is kept for each relay that an event is for. */
export interface NostrJob {
  readonly event: NostrEvent
  readonly relay: string
}

const AT_ONCE = 8
/** Hours together: a relay that is away for longer has missed it. */
const PAUSES_MS = [5000, 30_000, 300_000, 1_800_000, 3_600_000, 10_800_000]

/**
 * Publishes events beside everything else: relays are named by visitors, and one that never answers holds up nobody.
 * Each relay has a job of its own, whose end is noted after the event was taken: it may be sent twice, and is not lost.
 */
export function createNostrOutbox(deps: ExtensionDeps): NostrOutbox {
  const underWay = new Set<Promise<void>>()
  const publish = async (job: Job): Promise<void> => {
    const leased = { seq: job.seq, from: job.dueAt, to: deps.clock() + LEASE_MS }
    if (!(await deps.db.transact(moveJob, leased))) return
    const { event, relay } = JSON.parse(job.payload) as NostrJob
    const problem = await publishEvent(deps.relays, event, relay)
    // Leasing and putting off raise the number of tries by one each.
    const pause = PAUSES_MS[job.tries / 2]
    if (problem === undefined || pause === undefined) {
      await deps.db.transact(endJob, { seq: job.seq, at: Math.floor(deps.clock() / 1000) })
    } else {
      await deps.db.transact(moveJob, { seq: job.seq, from: leased.to, to: deps.clock() + pause, error: problem })
    }
    if (problem !== undefined) {
      const next = pause === undefined ? 'it is given up' : 'it is tried again'
      deps.log.info({ extension: job.extId, event: event.id, problem }, `a relay did not take an event; ${next}`)
    }
  }
  return {
    async begin() {
      const due = await listDueJobs(deps.db, deps.clock(), { limit: AT_ONCE - underWay.size, nostr: true })
      for (const job of due) {
        const mine = publish(job)
          .catch((error: unknown) => deps.log.error({ job: job.seq, err: error }, 'an event could not be published'))
          .finally(() => underWay.delete(mine))
        underWay.add(mine)
      }
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}
