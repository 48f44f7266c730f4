import type { WalletHandle } from './wallet-handle.ts'

/**
 * Who is shown a field: `owner` both keys of the wallet (the default), `admin` only the admin key, `once` only whoever
 * creates the item, in that one answer, `public` everybody, under `/{ext}/public/{id}`.
 */
export type Visibility = 'owner' | 'admin' | 'once' | 'public'

interface FieldBase {
  /** For the manual: what it is, with its unit. */
  readonly doc: string
  /** May be left out, and is then not there. A field with a `default` may be left out, too. */
  readonly optional?: boolean
  /** `server`: set by the extension, ignored in requests. */
  readonly by?: 'client' | 'server'
  /** Cannot be changed after creation. */
  readonly fixed?: boolean
  readonly show?: Visibility
  /** No two items of a wallet, or of the whole installation, have the same value (letters' case does not matter). */
  readonly unique?: 'wallet' | 'instance'
  /** Why a value is refused that another item has already; a sentence. */
  readonly taken?: string
  /** Items are found by it (`find({ where })`) without looking at all of them. `unique` fields are. */
  readonly index?: boolean
  /**
   * How it lies in the database: `sealed` under the key-encryption key, `hashed` as its SHA-256 in hex, which is also
   * what the extension reads and finds it by (`ctx.hash`). Fields shown `once` are hashed.
   */
  readonly atRest?: 'sealed' | 'hashed'
}

/** `money` is a decimal in the item's `currency`; `target` an own wallet id, a Lightning address or an LNURL. */
export type Field = FieldBase &
  (
    | {
        readonly type: 'text'
        readonly max: number
        readonly min?: number
        readonly pattern?: string
        readonly oneOf?: readonly string[]
        readonly default?: string
      }
    | { readonly type: 'url' | 'currency' | 'time' | 'date' | 'target' | 'walletRef'; readonly default?: string }
    | {
        readonly type: 'int' | 'sat' | 'msat' | 'money' | 'percent'
        readonly min?: number
        readonly max?: number
        readonly default?: number
      }
    | { readonly type: 'bool'; readonly default?: boolean }
    | { readonly type: 'json'; readonly maxBytes: number; readonly default?: null }
    | {
        readonly type: 'list'
        readonly of: Shape | ScalarField
        readonly maxItems: number
        readonly minItems?: number
        readonly default?: readonly []
      }
  )

/** What a list of plain values holds: `{ type: 'int', min: 0, max: 100 }`. */
export type ScalarField =
  | { readonly scalar: 'text'; readonly max: number; readonly pattern?: string; readonly oneOf?: readonly string[] }
  | { readonly scalar: 'int'; readonly min?: number; readonly max?: number }

export interface Shape {
  readonly [name: string]: Field
}

type ListOf<T> = T extends { readonly scalar: 'text' }
  ? string[]
  : T extends { readonly scalar: 'int' }
    ? number[]
    : T extends Shape
      ? Row<T>[]
      : never

type Val<F extends Field> = F extends { readonly type: 'bool' }
  ? boolean
  : F extends { readonly type: 'int' | 'sat' | 'msat' | 'money' | 'percent' }
    ? number
    : F extends { readonly type: 'list'; readonly of: infer S }
      ? ListOf<S>
      : F extends { readonly type: 'json' }
        ? unknown
        : F extends { readonly type: 'walletRef' }
          ? WalletHandle
          : string

/** The values of a shape. */
export type Row<S extends Shape> = {
  -readonly [K in keyof S as S[K] extends { readonly optional: true } ? never : K]: Val<S[K]>
} & {
  -readonly [K in keyof S as S[K] extends { readonly optional: true } ? K : never]?: Val<S[K]> | undefined
}

/** A row as it is stored. */
export type Item<S extends Shape> = Row<S> & {
  readonly id: string
  /** Whose money it is about. */
  readonly wallet: WalletHandle
  /** Raised with every change. */
  readonly version: number
  /** Unix seconds. */
  readonly created_at: number
  readonly updated_at: number
}
