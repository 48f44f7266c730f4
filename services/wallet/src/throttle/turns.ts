export interface TurnsOptions {
  /** Concurrent callers per queue. */
  readonly maxAtOnce: number
  /** Maximum of waiting callers in a queue; unset = any number. */
  readonly maxWaiting?: number
  /** Maximum of one origin waiting in a queue; unset = any number. */
  readonly maxWaitingEach?: number
  /** The error for a caller when the queue is full. */
  readonly refusal?: () => Error
}

/**
 * Queues with a few slots each. The origins in a queue (addresses, for example) take turns: the origin served longest
 * ago is next, and within an origin the order is first come, first served. So an origin with a thousand callers delays
 * another one by a single turn. When a queue is full, the newest caller of its largest origin is rejected.
 */
export function createTurns(options: TurnsOptions) {
  const lines = new Map<string, Line>()
  const served = createServed()
  return {
    /** Resolves, when it is the caller's turn, to the function that frees the slot. It must be called. */
    async enter(name: string, origin = ''): Promise<() => void> {
      const line = lines.get(name) ?? { inside: 0, queues: new Map(), waiting: 0 }
      lines.set(name, line)
      if (line.inside < options.maxAtOnce) line.inside += 1
      else await waitIn(line, origin, options)
      served.note(origin)
      return () => {
        // The slot is passed on, so that no later caller takes it.
        if (line.waiting > 0) return shift(line, served.first(line.queues.keys())).admit()
        line.inside -= 1
        if (line.inside === 0) lines.delete(name)
      }
    },
  }
}

interface Waiter {
  readonly admit: () => void
  readonly reject: (error: Error) => void
}

interface Line {
  inside: number
  /** By origin; none is empty. */
  readonly queues: Map<string, Waiter[]>
  waiting: number
}

async function waitIn(line: Line, origin: string, options: TurnsOptions): Promise<void> {
  const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitingEach = Number.POSITIVE_INFINITY } = options
  const refusal = (): Error => options.refusal?.() ?? new Error('too many wait')
  const queue = line.queues.get(origin) ?? []
  if (queue.length >= maxWaitingEach) throw refusal()
  if (line.waiting >= maxWaiting) {
    const [longest, others] = longestQueue(line)
    if (others.length <= queue.length + 1) throw refusal()
    takeOut(line, longest, others.pop()).reject(refusal())
  }
  line.queues.set(origin, queue)
  line.waiting += 1
  await new Promise<void>((admit, reject) => queue.push({ admit, reject }))
}

function longestQueue({ queues }: Line): readonly [string, Waiter[]] {
  let longest: readonly [string, Waiter[]] = ['', []]
  for (const entry of queues) if (entry[1].length > longest[1].length) longest = entry
  return longest
}

const shift = (line: Line, origin: string): Waiter => takeOut(line, origin, line.queues.get(origin)?.shift())

function takeOut(line: Line, origin: string, waiter: Waiter | undefined): Waiter {
  if (waiter === undefined) throw new Error('a queue of a line is never empty')
  line.waiting -= 1
  if (line.queues.get(origin)?.length === 0) line.queues.delete(origin)
  return waiter
}

/** An origin that was served longer ago than all of these counts as new. */
const MAX_ORIGINS_KEPT = 10_000

/** The order in which origins were served last. */
function createServed() {
  const turns = new Map<string, number>()
  let turn = 0
  return {
    note(origin: string): void {
      turn += 1
      turns.delete(origin)
      turns.set(origin, turn)
      const [oldest] = turns.keys()
      if (turns.size > MAX_ORIGINS_KEPT && oldest !== undefined) turns.delete(oldest)
    },
    /** Of those served equally long ago, the first one. */
    first(origins: Iterable<string>): string {
      let first = ''
      let least = Number.POSITIVE_INFINITY
      for (const origin of origins) {
        const at = turns.get(origin) ?? 0
        if (at >= least) continue
        first = origin
        least = at
      }
      return first
    },
  }
}
