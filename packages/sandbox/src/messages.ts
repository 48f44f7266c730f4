/** JSON that has been parsed, or is about to be written. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** What to call in the definition of an extension. */
export interface GuestCall {
  /** The way to the function: `['routes', 'GET /p/:id', 'handle']`. */
  readonly path: readonly string[]
  readonly args: readonly (Json | undefined)[]
  /** The position of the context among the arguments; undefined = no context. */
  readonly contextAt?: number | undefined
}

/** The data in a run's context, besides its calls. */
export interface Facts {
  /** Unix milliseconds. The guest's clock advances only with answers of the host. */
  readonly now: number
  /** The names of the calls that this extension may make. Its context has no other calls. */
  readonly may: readonly string[]
  /** Plain values by their names: `publicUrl`, `visitor.id`. */
  readonly values: { readonly [name: string]: Json }
}

/**
 * An error sent between guest and host: `rejection` for a caller, `host` for an error of the host by its number, or any
 * other.
 */
export type GuestError =
  | {
      readonly kind: 'rejection'
      readonly status: number
      readonly detail: string
      readonly retryAfterSeconds?: number | undefined
    }
  | { readonly kind: 'host'; readonly number: number; readonly message: string }
  | { readonly kind: 'thrown'; readonly message: string; readonly stack: string }

/** Messages to the sandbox process, which replies once to each, in order. */
export type Order =
  | { readonly do: 'load'; readonly extension: string; readonly source: string }
  | { readonly do: 'unload'; readonly extension: string }
  | {
      readonly do: 'run'
      readonly run: number
      readonly extension: string
      readonly call: GuestCall
      readonly facts: Facts
    }
  | {
      readonly do: 'answer'
      readonly run: number
      readonly call: number
      readonly now: number
      readonly answer: Answered
    }
  /** The host no longer waits for this run. */
  | { readonly do: 'drop'; readonly run: number }

export type Answered = { readonly value?: Json | undefined } | { readonly error: GuestError }

/** An asynchronous call of the host. */
export interface AsyncCall {
  readonly call: number
  readonly name: string
  readonly args: readonly Json[]
}

/** A message to the host that has no answer. */
export interface Notice {
  readonly name: string
  readonly args: readonly Json[]
}

/** Why a run was ended by the sandbox. */
export type Breach = 'time' | 'slow' | 'memory' | 'calls' | 'size' | 'crash' | 'stuck'

/** A message of the sandbox's process. */
export type Reply =
  | {
      readonly reply: 'loaded'
      /** CPU time of loading. */
      readonly milliseconds: number
    }
  | { readonly reply: 'refused'; readonly breach: Breach; readonly message: string }
  | { readonly reply: 'done' }
  | {
      readonly reply: 'slice'
      readonly run: number
      readonly calls: readonly AsyncCall[]
      readonly notices: readonly Notice[]
      /** Set when the run has ended. */
      readonly ended?: Answered | { readonly breach: Breach; readonly message: string } | undefined
      /** CPU time of this slice. */
      readonly milliseconds: number
      /** Characters of the calls, the notices and the result. */
      readonly size: number
    }
  /** A synchronous call within a slice: the guest and the process block. The answer is a `SyncAnswer`. */
  | { readonly reply: 'ask'; readonly run: number; readonly name: string; readonly args: readonly Json[] }

export interface SyncAnswer {
  readonly do: 'tell'
  readonly answer: Answered
}
