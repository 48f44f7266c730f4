import type { ExtensionDeps } from '../extension-deps.ts'
import { endJob, type Job, LEASE_MS, listDueJobs, moveJob } from '../job-store.ts'
import type { NostrJob } from './nostr-job.ts'
import { publishEvent } from './publish-event.ts'
import type { RelaySubscriptions } from './relay-subscriptions.ts'

export interface NostrOutbox {
  /** Begins to publish what is due and waits for none of it. */
  begin(): Promise<void>
  /** Nothing is under way any more. */
  settled(): Promise<void>
  /** Begins nothing more; what was begun ends. */
  stop(): Promise<void>
}

const AT_ONCE = 8
/** Hours together: a relay that is away for longer has missed it. */
const PAUSES_MS = [5000, 30_000, 300_000, 1_800_000, 3_600_000, 10_800_000]

/**
 * Publishes events beside everything else: relays are named by visitors, and one that never answers holds up nobody.
 * Each relay has a job of its own, whose end is noted after the event was taken: it may be sent twice, and is not lost.
 */
export function createNostrOutbox(
  deps: Pick<ExtensionDeps, 'db' | 'clock' | 'log' | 'relays'>,
  open: Pick<RelaySubscriptions, 'publish'>,
): NostrOutbox {
  const underWay = new Set<Promise<void>>()
  const publish = async (job: Job): Promise<void> => {
    const leased = { seq: job.seq, from: job.dueAt, to: deps.clock() + LEASE_MS, by: deps.db.session }
    if (!(await deps.db.transact(moveJob, leased))) return
    const { event, relay } = JSON.parse(job.payload) as NostrJob
    const problem = await (open.publish(event, relay) ?? publishEvent(deps.relays, event, relay))
    // Leasing and putting off raise the number of tries by one each; a process that died has done only one of them.
    const pause = PAUSES_MS[Math.floor(job.tries / 2)]
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
  let stopped = false
  const begin = async (): Promise<void> => {
    const room = AT_ONCE - underWay.size
    if (stopped || room <= 0) return
    const due = await listDueJobs(deps.db, deps.clock(), { limit: room, lane: 'publish' })
    const mayBeMore = due.length === room
    for (const job of due) {
      const mine: Promise<void> = publish(job)
        .finally(() => underWay.delete(mine))
        .then(() => (mayBeMore ? begin() : undefined))
        .catch((error: unknown) => deps.log.error({ job: job.seq, err: error }, 'an event could not be published'))
      underWay.add(mine)
    }
  }
  return {
    begin,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async stop() {
      stopped = true
      await Promise.all(underWay)
    },
  }
}
