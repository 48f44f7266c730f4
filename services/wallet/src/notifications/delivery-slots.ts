import type { Delivery, DueMove } from './delivery-store.ts'

const MOST_UNDER_WAY = 16
const MOST_PER_HOST = 2

export interface DeliveryPlan {
  readonly take: readonly Delivery[]
  /** Leases of what is taken, and what is put off. */
  readonly moves: readonly DueMove[]
}

export interface DeliverySlots {
  plan(due: readonly Delivery[], options: PlanOptions): DeliveryPlan
  run(delivery: Delivery, work: () => Promise<void>, onDone: () => void): void
  underWay(): number
  /** Resolves when any of those under way is done. */
  oneDone(): Promise<void>
}

export interface PlanOptions {
  /** Unix milliseconds. */
  readonly now: number
  readonly leasedUntil: number
  /** The session that leases. */
  readonly by: string
  /** There may be more due than `due` shows: then what cannot be sent yet is put off, so that the rest is seen. */
  readonly mayHideOthers: boolean
}

/** Who is sent to at the same time: few in all, fewer to one receiver, so that a dead one does not delay the others. */
export function createDeliverySlots(): DeliverySlots {
  const running = new Map<string, Promise<void>>()
  const busy = new Map<string, number>()
  const pace = createHostPace()

  return {
    plan(due, { now, leasedUntil, by, mayHideOthers }) {
      const planned = new Map(busy)
      const take: Delivery[] = []
      const moves: DueMove[] = []
      for (const delivery of due) {
        const { id, url, dueAt: from } = delivery
        if (from === undefined || running.has(id)) continue
        const host = hostOf(url)
        const sending = planned.get(host) ?? 0
        if (sending >= MOST_PER_HOST) {
          if (mayHideOthers) moves.push({ id, from, to: pace.putOff(host, now) })
        } else if (running.size + take.length < MOST_UNDER_WAY) {
          planned.set(host, sending + 1)
          take.push(delivery)
          moves.push({ id, from, to: leasedUntil, by })
        }
      }
      return { take, moves }
    },
    run({ id, url }, work, onDone) {
      const host = hostOf(url)
      const startedAt = performance.now()
      busy.set(host, (busy.get(host) ?? 0) + 1)
      const done = work().finally(() => {
        running.delete(id)
        const left = (busy.get(host) ?? 1) - 1
        if (left === 0) busy.delete(host)
        else busy.set(host, left)
        pace.learn(host, performance.now() - startedAt)
        onDone()
      })
      running.set(id, done)
    },
    underWay: () => running.size,
    oneDone: () => Promise.race(running.values()),
  }
}

const LONGEST_PUT_OFF_MS = 10 * 60_000
const USUAL_ATTEMPT_MS = 100
const REMEMBERED_HOSTS = 1000

/** Spreads what a busy receiver is owed over the time it needs for it, judged by its last answer. */
function createHostPace() {
  const hosts = new Map<string, { attemptMs: number; takenUntil: number }>()
  const known = (host: string) => {
    const found = hosts.get(host) ?? { attemptMs: USUAL_ATTEMPT_MS, takenUntil: 0 }
    if (hosts.size >= REMEMBERED_HOSTS) hosts.clear()
    hosts.set(host, found)
    return found
  }
  return {
    learn(host: string, attemptMs: number): void {
      known(host).attemptMs = attemptMs
    },
    /** When there may be room, Unix milliseconds. */
    putOff(host: string, now: number): number {
      const queue = known(host)
      const next = Math.max(queue.takenUntil, now) + queue.attemptMs / MOST_PER_HOST
      queue.takenUntil = Math.min(next, now + LONGEST_PUT_OFF_MS)
      return Math.ceil(queue.takenUntil)
    },
  }
}

/** What cannot be parsed is its own host: the outbound guard will say what is wrong with it. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
