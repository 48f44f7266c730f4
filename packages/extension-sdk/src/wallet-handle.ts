declare const opaque: unique symbol

/** A wallet, valid within one run only: neither a key nor a stored id. */
export type WalletHandle = string & { readonly [opaque]: 'wallet' }
