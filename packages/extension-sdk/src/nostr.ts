/**
 * The service's own relay. Store this in place of its address, which may change. The host name is reserved (RFC 2606): it
 * has no owner, and versions that do not know it cannot connect to it.
 */
export const OWN_RELAY = 'wss://own.invalid'

/** A signed event (NIP-01). */
export interface NostrEvent {
  readonly id: string
  readonly pubkey: string
  readonly kind: number
  /** Unix seconds. */
  readonly created_at: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  readonly sig: string
}

/** An event before it is signed; `createdAt` in Unix seconds. Equal values give the same event id. */
export interface NostrTemplate {
  readonly kind: number
  readonly createdAt: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
}

/** A subscription of an extension. */
export interface NostrSubscription {
  /** Addresses, or `OWN_RELAY`. */
  readonly relays: readonly string[]
  readonly filter: {
    readonly kinds: readonly number[]
    readonly authors: readonly string[]
    readonly '#p': readonly string[]
  }
  /** Published on every new connection to a relay, which may have lost them. Each is signed with its `secretKey` (hex). */
  readonly announce: readonly (Omit<NostrTemplate, 'createdAt'> & { readonly secretKey: string })[]
}

/** Receives events from relays. */
export interface NostrListener<C> {
  /** What to subscribe to, for all accounts that use the extension; called again whenever it may have changed. */
  subscriptions(ctx: C): Promise<readonly NostrSubscription[]>
  /**
   * The fields of an item that `subscriptions` reads: it is called again when one of them changes, and when an item is
   * created or deleted. Default: on any change of an item.
   */
  readonly watchedFields?: readonly string[]
  /**
   * A new event that matches a filter, with a valid signature. Called once per event, for any number of relays and
   * processes. `isRateLimited`: its author has exceeded the limit per minute; respond with that error only.
   */
  onEvent(event: NostrEvent, ctx: C, delivery: { readonly isRateLimited: boolean }): Promise<void>
}

/** `ctx.nostr`. */
export interface NostrCalls {
  /** The public key of this service, in hex. */
  readonly pubkey: string
  /** A key of this extension, in hex; it follows from the service's secret and the name. */
  keyOf(name: string): { readonly pubkey: string; readonly secretKey: string }
  /** The event in a text; null if it is none, or if its id or its signature is wrong (NIP-01). */
  read(text: string): NostrEvent | null
  /** The relays that this service listens on, set by the operator. */
  readonly relays: readonly string[]
  /**
   * Signs an event (with `secretKey`, in hex, instead of the service's key) and publishes it after the commit to the
   * first five relays, `wss://` or `OWN_RELAY` only. Each relay is retried for some hours, always with the same event.
   */
  publish(event: NostrTemplate, relays: readonly string[], secretKey?: string): Promise<void>
}
