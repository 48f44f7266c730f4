/** As it goes over the wire (NIP-01). */
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

/** A Nostr event before it is signed; `createdAt` in Unix seconds: the same values are the same event. */
export interface NostrTemplate {
  readonly kind: number
  readonly createdAt: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
}

/** What an extension listens to. */
export interface NostrSubscription {
  readonly relays: readonly string[]
  readonly filter: {
    readonly kinds: readonly number[]
    readonly authors: readonly string[]
    readonly '#p': readonly string[]
  }
  /** Published whenever a relay is connected to, which may have forgotten it: each signed with its own key, in hex. */
  readonly announce: readonly (Omit<NostrTemplate, 'createdAt'> & { readonly secretKey: string })[]
}

/** Events of others. */
export interface NostrListener<C> {
  /** What to listen to, for the accounts that use the extension; asked again whenever that may have changed. */
  subscriptions(ctx: C): Promise<readonly NostrSubscription[]>
  /**
   * The fields of an item that `subscriptions` reads: it is asked again when one of them has changed, and whenever an
   * item has come or gone. Default: any change of an item.
   */
  readonly follows?: readonly string[]
  /**
   * A signed event that one of the filters matches and that is new: once, however many relays and processes hear of it.
   * `tooMany`: its author has sent so many in a minute that it should only be told so.
   */
  onEvent(event: NostrEvent, ctx: C, delivery: { readonly tooMany: boolean }): Promise<void>
}
