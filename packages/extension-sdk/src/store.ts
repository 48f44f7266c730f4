import type { Item, Row, Shape } from './shape.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** Rows of one kind. Later reads of the same run see its writes; they are committed when the run ends. */
export interface Store<S extends Shape> {
  get(id: string): Promise<Item<S> | null>
  /** Newest first by default; `limit` at most 1000, default 100. Name at least one indexed field, or a wallet. */
  find(query?: {
    readonly where?: Partial<Row<S>>
    readonly wallet?: WalletHandle
    readonly order?: 'newest' | 'oldest'
    readonly limit?: number
    readonly offset?: number
  }): Promise<Item<S>[]>
  count(query?: { readonly where?: Partial<Row<S>>; readonly wallet?: WalletHandle }): Promise<number>
  /** Default wallet: that of the run. Rejected when a unique value exists already. */
  insert(row: Row<S>, wallet?: WalletHandle): Promise<Item<S>>
  /** `undefined` removes a value. If another run has changed the row, this handler runs again. */
  update(id: string, patch: { readonly [K in keyof Row<S>]?: Row<S>[K] | undefined }): Promise<Item<S>>
  remove(id: string): Promise<void>
}
