import { createSingleFlight } from '@satchel/worker/single-flight'
import type { Log } from '../log.ts'
import type { RateLimitStore, RateLimitStoreOptions } from './rate-limit-store.ts'
import { createRequestWindows, type RequestWindows } from './request-windows.ts'

export interface AddedRequests {
  readonly client: string
  readonly requests: number
  /** Time until the window ends; counts only if this opens it for all processes. */
  readonly leftMs: number
}

/** Adds these counts to those of all processes; returns the sums and how long their windows last. One round trip. */
export type AddCounts = (added: readonly AddedRequests[]) => Promise<readonly AddedRequests[]>

export interface SharedRateLimitOptions extends RateLimitStoreOptions {
  readonly addCounts: AddCounts
  readonly log: Log
  readonly shareEveryMs?: number | undefined
}

export interface SharedRateLimitStore extends RateLimitStore {
  /** Shares what was counted here with the other processes now, also while a previous call is in flight. */
  share(): Promise<void>
}

const SHARE_EVERY_MS = 1000
/** A client that used this part of its limit since the last exchange is shared immediately. */
const PRESSING_PART = 8
const MAX_AT_ONCE = 1000
const MAX_UNSHARED = 100_000

/**
 * One limit for several processes. No request waits for another process: each process counts locally. They add up their
 * counts once a second, and immediately when a client has used an eighth of its limit. So a client can exceed the limit
 * by at most an eighth for each further process, plus the requests of one exchange. While the other processes are
 * unreachable, each process limits alone.
 */
export function createSharedRateLimitStore(options: SharedRateLimitOptions): SharedRateLimitStore {
  const { requests: limit, addCounts, log, shareEveryMs = SHARE_EVERY_MS } = options
  const windows = createRequestWindows(options)
  const unshared = createUnshared(options, windows)
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let alone = false

  const shareLater = (): void => {
    if (closed || timer !== undefined) return
    timer = setTimeout(share, shareEveryMs).unref()
  }
  const exchange = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    try {
      await unshared.tell(addCounts)
      if (alone) log.info({}, 'the rate limit is shared with the other processes again')
      alone = false
    } catch (error) {
      if (!alone) log.warn({ err: error }, 'the rate limit cannot be shared: each process limits by itself meanwhile')
      alone = true
    }
    if (!unshared.isEmpty()) shareLater()
  }
  const sharing = createSingleFlight(exchange)
  const share = (): void => {
    if (!closed) void sharing.join()
  }
  return {
    count(client) {
      const window = windows.findOrOpen(client)
      // The client is above the limit in every process already: nothing to share.
      const mustShare = window.requests <= limit
      windows.set(window, window.requests + 1)
      if (mustShare) {
        if (unshared.note(window.client, 1) * PRESSING_PART >= limit && !alone) share()
        else shareLater()
      }
      return { requests: window.requests, resetMs: window.endsAt - windows.now() }
    },
    async share() {
      if (!closed) await sharing.next()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await sharing.idle()
    },
  }
}

/** The counts of each client that are not yet shared. */
function createUnshared({ windowMs }: SharedRateLimitOptions, windows: RequestWindows) {
  const unshared = new Map<string, number>()
  // A restart with another window length starts new counts.
  const prefix = `${windowMs}/`

  const note = (client: string, requests: number): number => {
    // Drop counts when sharing fails for long: memory must stay bounded.
    if (unshared.size >= MAX_UNSHARED) unshared.clear()
    const all = (unshared.get(client) ?? 0) + requests
    unshared.set(client, all)
    return all
  }
  const take = (): AddedRequests[] => {
    const taken: AddedRequests[] = []
    for (const [client, requests] of unshared) {
      if (taken.length >= MAX_AT_ONCE) break
      unshared.delete(client)
      const window = windows.find(client)
      if (window === undefined) continue
      taken.push({ client: `${prefix}${client}`, requests, leftMs: Math.ceil(window.endsAt - windows.now()) })
    }
    return taken
  }
  const adopt = ({ client: name, requests, leftMs }: AddedRequests): void => {
    const client = name.slice(prefix.length)
    const window = windows.find(client)
    if (window === undefined) return
    window.endsAt = windows.now() + Math.min(leftMs, windowMs)
    windows.set(window, requests + (unshared.get(client) ?? 0))
  }
  return {
    note,
    isEmpty: (): boolean => unshared.size === 0,
    /** Rejects when the other processes cannot be reached; the counts stay for the next call. */
    async tell(addCounts: AddCounts): Promise<void> {
      // Counts that arrive meanwhile wait for the next call.
      for (let rounds = Math.ceil(unshared.size / MAX_AT_ONCE); rounds > 0; rounds -= 1) {
        const added = take()
        if (added.length === 0) continue
        try {
          for (const sum of await addCounts(added)) adopt(sum)
        } catch (error) {
          for (const { client, requests } of added) note(client.slice(prefix.length), requests)
          throw error
        }
      }
    },
  }
}
