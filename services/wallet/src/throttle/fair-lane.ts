import type { Log } from '@satchel/http/log'
import { createSingleFlight } from '@satchel/worker/single-flight'

/** One piece of background work, with its account. */
export interface Piece {
  readonly id: string
  readonly account: string
  /** The host or relay that the work waits for; empty = none. */
  readonly destination: string
}

export interface FairLaneOptions<T> {
  readonly name: string
  readonly maxAtOnce: number
  readonly maxPerAccount: number
  /** Slots of one account at one destination. Unset = the limit of the account. */
  readonly maxPerDestination?: number
  /** Work that lasts longer loses its slot; its own deadlines should end it before. */
  readonly deadlineMs: number
  /** Lists due work in fair order (fair-order.ts). `busy`: accounts with all slots in use, which may be left out. */
  readonly list: (limit: number, busy: readonly string[]) => Promise<readonly T[]>
  readonly describe: (item: T) => Piece
  /** Leases the work that is about to begin; leaves out work that another process has leased. */
  readonly lease: (items: readonly T[]) => Promise<readonly T[]>
  /** May reject; that is logged. */
  readonly perform: (item: T) => Promise<void>
  /** After each piece; has the lane filled again. Unset = the lane fills itself. */
  readonly onDone?: () => void
  readonly log: Log
}

export interface FairLane {
  /** Starts due work while slots are free, without waiting for it. True: some was started. Never rejects. */
  fill(): Promise<boolean>
  /** Resolves when all started work has ended. */
  settled(): Promise<void>
  /** Starts no more work, and waits for the running work. */
  stop(): Promise<void>
  readonly name: string
  running(): number
  /** How often an account, or a piece of its due work, was passed over because it had all its slots. */
  passedOver(): number
}

const PAGE = 200

/**
 * Background work that many accounts share: each account has few of the slots, so that work that waits for a slow server
 * delays only its own account. A slot is refilled as soon as it is free.
 */
export function createFairLane<T>(options: FairLaneOptions<T>): FairLane {
  const { name, log } = options
  const slots = createSlots(options)
  let isStopped = false
  let begun = 0

  const begin = (item: T): void =>
    slots.run(options.describe(item), async () => options.perform(item), {
      failed: (error) => log.error({ lane: name, err: error }, 'a piece of background work failed'),
      late: () =>
        log.warn(
          { lane: name, ...options.describe(item) },
          'a piece of background work took too long and lost its slot',
        ),
      done: options.onDone ?? (() => void fill()),
    })
  const beginSome = async (): Promise<void> => {
    if (isStopped || slots.isFull()) return
    const chosen = slots.choose(await options.list(PAGE, slots.busyAccounts()), options.describe)
    // What is leased begins, even if the lane was stopped meanwhile: nothing else would end its lease.
    const leased = chosen.length === 0 ? [] : await options.lease(chosen)
    leased.forEach(begin)
    begun += leased.length
  }
  const filling = createSingleFlight(async () => {
    try {
      await beginSome()
    } catch (error) {
      log.warn({ lane: name, err: error }, 'due background work could not be read; retrying')
    }
  })
  const fill = async (): Promise<boolean> => {
    const before = begun
    await filling.next()
    return begun > before
  }
  const settled = async (): Promise<void> => {
    for (;;) {
      await filling.idle()
      if (slots.running() === 0) return
      await slots.oneDone()
    }
  }
  return {
    name,
    fill,
    settled,
    async stop() {
      isStopped = true
      await settled()
    },
    running: slots.running,
    passedOver: slots.passedOver,
  }
}

type Caps = Pick<FairLaneOptions<never>, 'maxAtOnce' | 'maxPerAccount' | 'maxPerDestination' | 'deadlineMs'>

interface Ends {
  readonly failed: (error: unknown) => void
  readonly late: () => void
  readonly done: () => void
}

function createSlots({ maxAtOnce, maxPerAccount, maxPerDestination = maxPerAccount, deadlineMs }: Caps) {
  const running = new Map<string, Promise<void>>()
  const accounts = new Map<string, number>()
  const destinations = new Map<string, number>()
  let passedOver = 0
  const count = (counts: Map<string, number>, key: string, by: 1 | -1): void => {
    const now = (counts.get(key) ?? 0) + by
    if (now === 0) counts.delete(key)
    else counts.set(key, now)
  }
  return {
    running: () => running.size,
    isFull: () => running.size >= maxAtOnce,
    passedOver: () => passedOver,
    oneDone: () => Promise.race(running.values()),
    /**
     * Accounts without a free slot are not listed: sorting the thousand pieces of one account at each query is
     * expensive.
     */
    busyAccounts(): string[] {
      const busy = [...accounts].filter(([, count]) => count >= maxPerAccount).map(([account]) => account)
      passedOver += busy.length
      return busy
    },
    choose<T>(due: readonly T[], describe: (item: T) => Piece): T[] {
      const planned = [new Map(accounts), new Map(destinations)] as const
      const chosen: T[] = []
      for (const item of due) {
        if (running.size + chosen.length >= maxAtOnce) break
        const piece = describe(item)
        if (running.has(piece.id)) continue
        const [account, destination] = keysOf(piece)
        const [ofAccount, ofDestination] = [planned[0].get(account) ?? 0, planned[1].get(destination) ?? 0]
        if (ofAccount >= maxPerAccount || ofDestination >= maxPerDestination) {
          passedOver += 1
          continue
        }
        count(planned[0], account, 1)
        count(planned[1], destination, 1)
        chosen.push(item)
      }
      return chosen
    },
    run(piece: Piece, work: () => Promise<void>, ends: Ends): void {
      const [account, destination] = keysOf(piece)
      const take = (by: 1 | -1): void => {
        count(accounts, account, by)
        count(destinations, destination, by)
      }
      take(1)
      const done = withDeadline(work, deadlineMs, ends.late)
        .catch(ends.failed)
        .then(() => {
          running.delete(piece.id)
          take(-1)
          ends.done()
        })
      running.set(piece.id, done)
    },
  }
}

const keysOf = ({ account, destination }: Piece): readonly [string, string] => [account, `${account} at ${destination}`]

/** Resolves at the deadline at the latest. */
function withDeadline(work: () => Promise<void>, deadlineMs: number, late: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      late()
      resolve()
    }, deadlineMs)
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
