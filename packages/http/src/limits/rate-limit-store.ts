/** Counts the requests of each client in its present window, which starts with the first of them. */
export interface RateLimitStore {
  /** Counts one more request. Synchronous: every request waits for it. */
  count(client: string): RequestCount
  close(): Promise<void>
}

export interface RequestCount {
  /** Requests in the present window, including this one. */
  readonly requests: number
  /** Time until the window ends. */
  readonly resetMs: number
}

/** The options of every store. */
export interface RateLimitStoreOptions {
  /** The most a client may make in a window. */
  readonly requests: number
  readonly windowMs: number
  /** Monotonic milliseconds: setting the clock must neither free nor lock out a client. */
  readonly now?: (() => number) | undefined
  /** How many clients are kept at the same time. */
  readonly mostClients?: number | undefined
}
