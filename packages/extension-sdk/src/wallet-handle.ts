declare const opaque: unique symbol

/** A wallet, good inside one call only: never a key, never an id that means anything elsewhere. */
export type WalletHandle = string & { readonly [opaque]: 'wallet' }
