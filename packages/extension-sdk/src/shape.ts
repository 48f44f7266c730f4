import type { LISTED_NUMBER_KINDS, NUMBER_KINDS, TEXT_KINDS } from './owner/field-kinds.ts'
import type { WalletHandle } from './wallet-handle.ts'

/**
 * Who sees a field. `owner` (default): both keys of the wallet; `admin`: the admin key only; `once`: only the response that
 * creates the item; `public`: everyone, at `/{ext}/public/{id}`.
 */
export type Visibility = 'owner' | 'admin' | 'once' | 'public'

interface FieldBase {
  /** For the API documentation: its meaning and unit. */
  readonly doc: string
  /** For owners, in English; default made from the name. */
  readonly label?: string
  /** Fields of one group stand together in a form. */
  readonly group?: string
  /** Shown in a form only when the owner asks for it. */
  readonly advanced?: boolean
  /** Example of an input. */
  readonly example?: string
  /** May be omitted, and is then absent. A field with a `default` may be omitted, too. */
  readonly optional?: boolean
  /** `server`: set by the extension, ignored in requests. */
  readonly by?: 'client' | 'server'
  /** Cannot be changed after creation. */
  readonly fixed?: boolean
  readonly show?: Visibility
  /** Unique among the items of a wallet, or of the whole installation; case-insensitive. */
  readonly unique?: 'wallet' | 'instance'
  /** The error for a value that is not unique; a sentence. */
  readonly taken?: string
  /** Allows `find({ where })` by this field. `unique` fields are indexed as well. */
  readonly index?: boolean
  /**
   * How it is stored: `sealed`: encrypted with the key-encryption key; `hashed`: as SHA-256 in hex, which is also what the
   * extension reads and searches by (`ctx.hash`). Fields shown `once` are hashed. `password`, for short secrets that
   * people type: a client's text of an item, stored as argon2id and encrypted, and never shown. The extension gets only
   * the hash, and compares by `ctx.matchesPassword`. Built-ins only.
   */
  readonly atRest?: 'sealed' | 'hashed' | 'password'
}

/** `money`: a decimal in the item's `currency`; `target`: a wallet id of the account, a Lightning address or an LNURL. */
export type Field = FieldBase &
  (
    | {
        readonly type: 'text'
        readonly max: number
        readonly min?: number
        readonly pattern?: string
        /** Read in lower case and without blanks around it, before `pattern` is checked: for names and hex. */
        readonly lowerCase?: boolean
        readonly oneOf?: readonly string[]
        /** The kind of control (field-kinds.ts). */
        readonly as?: (typeof TEXT_KINDS)[number]
        readonly default?: string
      }
    | { readonly type: 'url' | 'currency' | 'date' | 'target' | 'walletRef'; readonly default?: string }
    | {
        readonly type: 'time'
        /** The end of something: `24:00`, the end of the day, is a time, too. */
        readonly isEnd?: boolean
        readonly default?: string
      }
    | {
        readonly type: 'int'
        readonly min?: number
        readonly max?: number
        readonly as?: (typeof NUMBER_KINDS)[number]
        readonly default?: number
      }
    | {
        readonly type: 'sat' | 'msat' | 'money' | 'percent'
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

/** The elements of a list of plain values: `{ scalar: 'int', min: 0, max: 100 }`. */
export type ScalarField =
  | { readonly scalar: 'text'; readonly max: number; readonly pattern?: string; readonly oneOf?: readonly string[] }
  | {
      readonly scalar: 'int'
      readonly as?: (typeof LISTED_NUMBER_KINDS)[number]
      readonly min?: number
      readonly max?: number
    }

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

/** A stored row. */
export type Item<S extends Shape> = Row<S> & {
  readonly id: string
  /** The wallet it belongs to. */
  readonly wallet: WalletHandle
  /** Incremented on every change. */
  readonly version: number
  /** Unix seconds. */
  readonly created_at: number
  readonly updated_at: number
}
