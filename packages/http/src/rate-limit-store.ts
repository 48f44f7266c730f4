/** Counts the requests of each client in its present window, which starts with the first of them. */
export interface RateLimitStore {
  /** Counts one more. At once: every request waits for it. */
  count(client: string): RequestCount
  close(): Promise<void>
}

export interface RequestCount {
  /** In the present window, with this one. */
  readonly requests: number
  /** Until the window ends. */
  readonly resetMs: number
}

/** What every store is told. */
export interface RateLimitStoreOptions {
  /** The most a client may make in a window. */
  readonly requests: number
  readonly windowMs: number
  /** Monotonic milliseconds: a clock that is set must neither free nor lock out anybody. */
  readonly now?: (() => number) | undefined
  /** How many clients are remembered at once. */
  readonly mostClients?: number | undefined
}
