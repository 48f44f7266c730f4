/** An actor: a process of the service with its own wall clock, or the world around it. */
export interface Actor {
  readonly name: string
  /** Killed: none of its events runs again. */
  alive: boolean
  /** The lead of its wall clock over the true time. */
  wallOffsetMs: number
  /** Stopped by its machine until this time: its events wait. */
  frozenUntilMs: number
}

export interface ScheduledEvent {
  cancelled: boolean
}

/** A queue of events instead of real time: nothing sleeps, and the order of events is always the same. */
export interface VirtualTime {
  /** True milliseconds since the run began, the same for every actor. */
  now(): number
  /** True Unix milliseconds. */
  trueUnixMs(): number
  /** What `Date.now()` is for the actor. */
  wallClock(actor: Actor): number
  /** The actor of the running event. */
  actor(): Actor
  schedule(actor: Actor, delayMs: number, act: () => void): ScheduledEvent
  /** Time passes in which no process runs, as when all machines sleep: what was due meanwhile is due now. */
  leap(ms: number): void
  /** Runs events until the time, or until `stop` is called. Each event's promises are through before the next one. */
  runUntil(atMs: number): Promise<void>
  stop(): void
  /** How many events have run. */
  events(): number
}

/** An ordinary Friday. */
const BEGINNING_MS = Date.UTC(2026, 0, 2, 12)
/** Node runs the promises of each immediate before the next one, so one turn of the real event loop serves many. */
const EVENTS_PER_TURN = 128
const realSetImmediate = setImmediate

export const WORLD: Actor = { name: 'world', alive: true, wallOffsetMs: 0, frozenUntilMs: 0 }

interface Queued extends ScheduledEvent {
  atMs: number
  order: number
  readonly actor: Actor
  readonly act: () => void
}

export function createVirtualTime(): VirtualTime {
  const queue = createQueue()
  let now = 0
  let order = 0
  let ran = 0
  let current = WORLD
  let stopped = false
  const runNext = (untilMs: number): boolean => {
    for (;;) {
      const event = queue.peek()
      if (event === undefined || event.atMs > untilMs || stopped) return false
      queue.pop()
      if (event.cancelled || !event.actor.alive) continue
      if (event.actor.frozenUntilMs > Math.max(now, event.atMs)) {
        order += 1
        queue.push(Object.assign(event, { atMs: event.actor.frozenUntilMs, order }))
        continue
      }
      now = Math.max(now, event.atMs)
      current = event.actor
      ran += 1
      event.act()
      return true
    }
  }
  return {
    now: () => now,
    trueUnixMs: () => BEGINNING_MS + now,
    wallClock: (actor) => Math.floor(BEGINNING_MS + now + actor.wallOffsetMs),
    actor: () => current,
    schedule(actor, delayMs, act) {
      order += 1
      const event: Queued = { atMs: now + Math.max(0, delayMs), order, actor, act, cancelled: false }
      queue.push(event)
      return event
    },
    leap(ms) {
      now += ms
    },
    async runUntil(atMs) {
      stopped = false
      for (let goesOn = true; goesOn; ) {
        await new Promise<void>((resolve) => {
          for (let index = 0; index < EVENTS_PER_TURN; index += 1) {
            realSetImmediate(() => {
              goesOn &&= runNext(atMs)
            })
          }
          realSetImmediate(resolve)
        })
      }
      current = WORLD
      if (!stopped) now = Math.max(now, atMs)
    },
    stop() {
      stopped = true
    },
    events: () => ran,
  }
}

/** A binary heap: the earliest event first, of two at one time the one that was scheduled first. */
function createQueue() {
  const heap: Queued[] = []
  const isBefore = (one: Queued, other: Queued): boolean =>
    one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)
  const swap = (one: number, other: number): void => {
    const kept = heap[one] as Queued
    heap[one] = heap[other] as Queued
    heap[other] = kept
  }
  return {
    peek: (): Queued | undefined => heap[0],
    push(event: Queued): void {
      let index = heap.push(event) - 1
      while (index > 0) {
        const parent = (index - 1) >> 1
        if (!isBefore(heap[index] as Queued, heap[parent] as Queued)) return
        swap(index, parent)
        index = parent
      }
    },
    pop(): void {
      const last = heap.pop()
      if (last === undefined || heap.length === 0) return
      heap[0] = last
      for (let index = 0; ; ) {
        const left = index * 2 + 1
        let first = index
        for (const child of [left, left + 1]) {
          if (child < heap.length && isBefore(heap[child] as Queued, heap[first] as Queued)) first = child
        }
        if (first === index) return
        swap(index, first)
        index = first
      }
    },
  }
}
