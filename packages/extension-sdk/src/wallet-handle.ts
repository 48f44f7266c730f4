declare const opaque: unique symbol

/** A wallet, valid within one run only: neither a key nor a stored id. */
export type WalletHandle = string & { readonly [opaque]: 'wallet' }

/** Payments of a wallet; `from` and `to` in Unix seconds, inclusive. */
export interface PaymentQuery {
  readonly direction?: 'in' | 'out'
  readonly status?: 'pending' | 'success' | 'failed'
  readonly from?: number
  readonly to?: number
}
