import type { Log } from './log.ts'
import type { RateLimitStore, RateLimitStoreOptions } from './rate-limit-store.ts'
import { createRequestWindows, type RequestWindows } from './request-windows.ts'

export interface AddedRequests {
  readonly client: string
  readonly requests: number
  /** Until the window ends, if this opens it. */
  readonly leftMs: number
}

/** Where processes tell one another what they counted. */
export interface SharedCounts {
  /** Adds to what all processes counted, and answers the sums and how long their windows last. One round trip. */
  add(added: readonly AddedRequests[]): Promise<readonly AddedRequests[]>
  close(): Promise<void>
}

export interface SharedRateLimitOptions extends RateLimitStoreOptions {
  readonly counts: SharedCounts
  readonly log: Log
  readonly shareEveryMs?: number | undefined
}

export interface SharedRateLimitStore extends RateLimitStore {
  /** Tells the others now what was counted here; also while that is under way already. */
  share(): Promise<void>
}

const SHARE_EVERY_MS = 1000
/** A client that used so much of its limit since the last time is shared at once. */
const PRESSING_PART = 8
const MOST_AT_ONCE = 1000
const MOST_UNSHARED = 100_000

/**
 * One limit for several processes. No request waits for the others: each process counts by itself, and they add up what
 * they counted once a second, and at once where a client used an eighth of its limit. So a client gets at most, beyond
 * the limit, an eighth of it for each further process, and what arrives during one exchange.
 * While the others cannot be reached each process limits by itself.
 */
export function createSharedRateLimitStore(options: SharedRateLimitOptions): SharedRateLimitStore {
  const { requests: limit, counts, log, shareEveryMs = SHARE_EVERY_MS } = options
  const windows = createRequestWindows(options)
  const unshared = createUnshared(options, windows)
  let timer: NodeJS.Timeout | undefined
  let sharing: Promise<void> | undefined
  let closed = false
  let alone = false

  const shareLater = (): void => {
    if (closed || timer !== undefined) return
    timer = setTimeout(() => void share(), shareEveryMs).unref()
  }
  const exchange = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    try {
      await unshared.tell(counts)
      if (alone) log.info({}, 'the rate limit is shared with the other processes again')
      alone = false
    } catch (error) {
      if (!alone) log.warn({ err: error }, 'the rate limit cannot be shared: each process limits by itself meanwhile')
      alone = true
    }
    if (!unshared.isEmpty()) shareLater()
  }
  const share = async (): Promise<void> => {
    if (closed) return
    sharing ??= exchange().finally(() => {
      sharing = undefined
    })
    await sharing
  }
  return {
    count(client) {
      const window = windows.findOrOpen(client)
      // What is refused anyway is not worth telling.
      const worthTelling = window.requests <= limit
      windows.set(window, window.requests + 1)
      if (worthTelling) {
        if (unshared.note(window.client, 1) * PRESSING_PART >= limit && !alone) void share()
        else shareLater()
      }
      return { requests: window.requests, resetMs: window.endsAt - windows.now() }
    },
    async share() {
      await sharing
      await share()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await sharing
      await counts.close()
    },
  }
}

/** What the others have not been told yet, client by client. */
function createUnshared({ windowMs }: SharedRateLimitOptions, windows: RequestWindows) {
  const unshared = new Map<string, number>()
  // Another length of the window, set at a restart, counts anew.
  const prefix = `${windowMs}/`

  const note = (client: string, requests: number): number => {
    // Where nobody can be told for long, telling too little is better than a full memory.
    if (unshared.size >= MOST_UNSHARED) unshared.clear()
    const all = (unshared.get(client) ?? 0) + requests
    unshared.set(client, all)
    return all
  }
  const take = (): AddedRequests[] => {
    const taken: AddedRequests[] = []
    for (const [client, requests] of unshared) {
      if (taken.length >= MOST_AT_ONCE) break
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
    /** Rejects when the others cannot be reached; what they were to be told stays. */
    async tell(counts: SharedCounts): Promise<void> {
      // What comes meanwhile has its own turn.
      for (let rounds = Math.ceil(unshared.size / MOST_AT_ONCE); rounds > 0; rounds -= 1) {
        const added = take()
        if (added.length === 0) continue
        try {
          for (const sum of await counts.add(added)) adopt(sum)
        } catch (error) {
          for (const { client, requests } of added) note(client.slice(prefix.length), requests)
          throw error
        }
      }
    },
  }
}
