import type { Ctx, Intent, Json, SentPayment, Settled } from './context.ts'
import type { NostrListener } from './nostr.ts'
import type { OwnerPages } from './owner/owner.ts'
import type { Page } from './page.ts'
import type { ParamsOf } from './params-of.ts'
import type { Field, Item, Row, Shape } from './shape.ts'
import type { FixedText, Translations } from './text.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** What an extension may do; everything else is rejected. Users read `reason` before they install it. */
export type Permission =
  | {
      readonly id: 'receive' | 'incoming.read' | 'payments.read' | 'page' | 'ws' | 'mail' | 'schedule' | 'nostr'
      readonly reason: string
    }
  /** Frames with files of `frames/` on its pages. Packages only. */
  | { readonly id: 'frames'; readonly reason: string }
  | { readonly id: 'spend'; readonly reason: string; readonly to: 'own' | 'listed' | 'any' }
  | { readonly id: 'http'; readonly reason: string; readonly hosts: readonly string[] }
  /** The extensions that it may call (`ctx.ask`, `ctx.enqueue`). Built-ins only. */
  | { readonly id: 'neighbours'; readonly reason: string; readonly extensions: readonly string[] }
  /** Queries the operator's block explorer. Built-ins only. */
  | { readonly id: 'chain'; readonly reason: string }
  /** A path outside `/{ext}`: `/.well-known/lnurlp/*`. Built-ins only. */
  | { readonly id: 'claim'; readonly reason: string; readonly path: string }

export interface Manifest {
  /** Also the first segment of its paths: `^[a-z][a-z0-9_]{1,31}$`. */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly short_description: string
  /** The name of an icon, for lists. */
  readonly icon?: string
  readonly api_version: 1
  readonly permissions: readonly Permission[]
}

/** The parameters of any path. */
type AnyParams = Readonly<Record<string, string>>

/** Code in the service answers synchronously, code in the sandbox asynchronously. */
export type Awaitable<T> = T | Promise<T>

/** No fields are declared, so reading one does not compile. */
export type NoFields = Readonly<Record<never, Field>>

/** A request. `params` has the names in the path; `query` and `body` have the fields that the route declares. */
export interface RouteRequest<S extends Shape, P = AnyParams, Q extends Shape = NoFields, B extends Shape = NoFields> {
  readonly params: P
  readonly query: Row<Q>
  readonly body: Row<B>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** With access `invoice` or `admin`: the caller's wallet; in `beforeCreate` the wallet of the new item. */
  readonly wallet: WalletHandle
  /** What the caller may see with access `invoice`; admin keys and tokens are `admin`. */
  readonly viewer: 'invoice' | 'admin'
  /** The caller's item, on paths below `/api/v1/:id/`. */
  readonly item: Item<S>
}

/** For visitors, fields may hold texts with values: they get them in their language. */
export type ReplyJson = Json | { readonly [name: string]: Json | FixedText | undefined }

export type Reply =
  | { readonly status?: number; readonly json: ReplyJson; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status?: number; readonly page: Page }
  | { readonly text: string; readonly type: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly redirect: string }
  /** A file from another host (permission `http`), streamed to the caller. */
  | { readonly fetch: RemoteFile }
  /** The key of an intent: `conclude` responds when it is resolved, or after a timeout. */
  | { readonly waitFor: string }

export interface RemoteFile {
  readonly url: string
  /** Headers for that host only: redirects are not followed. */
  readonly headers?: Readonly<Record<string, string>>
  /** The `Range` header of the visitor: `bytes=0-99`. */
  readonly range?: string | undefined
  /** Fail if the host sends the whole file instead of the range. */
  readonly requirePartial?: boolean
  /** The suggested file name. */
  readonly filename?: string
  /** The item: its account has a limit of concurrent downloads. */
  readonly itemId?: string
}

/**
 * A path below `/{ext}`. `public`: no credential; `lnurl`: no credential, and errors in LNURL form (HTTP 200,
 * `{"status":"ERROR","reason":…}`); `invoice` and `admin`: that key, or an access token with `wallet_id`. A path under
 * `/api/v1/` has at least two segments after it.
 */
export interface Route<S extends Shape, C, P = AnyParams, Q extends Shape = NoFields, B extends Shape = NoFields> {
  readonly access: 'public' | 'lnurl' | 'invoice' | 'admin'
  /**
   * Shows a secret, or makes a link, key or login that outlives the caller's own: sessions of the web app and access tokens
   * then need a fresh proof of who their user is. Creating and changing items needs it without being declared where a field
   * is shown `once`, or the extension may spend.
   */
  readonly grantsAccess?: boolean
  /** For the API documentation. */
  readonly summary: string
  /** What it does, for whom, with units. */
  readonly description?: string
  /** Requests per minute and network address; default 120 for public routes. */
  readonly perMinute?: number
  readonly query?: Q
  readonly body?: B
  /** Fields of the response, for the API documentation. */
  readonly reply?: Shape
  /**
   * `list`: an array of objects with these fields; `text`: not JSON, such as a table or a file; `page`: a page, errors too
   * (the default for paths below `/p/`).
   */
  readonly replyType?: 'object' | 'list' | 'text' | 'page'
  /** With `text`: the media type, for the API documentation; default any. */
  readonly replyMedia?: `${string}/${string}`
  /**
   * For protocols whose clients read the body and not the status: the body of an error outside of `handle`, sent with
   * HTTP 200.
   */
  formatError?(status: number, detail: string): Awaitable<Json>
  /** The target of a form without JavaScript: it sends `application/x-www-form-urlencoded`, which becomes the `query`. */
  readonly form?: boolean
  /** The status of a success; default 200. */
  readonly status?: number
  handle(request: RouteRequest<S, P, Q, B>, ctx: C): Promise<Reply>
  /** Responds to a request whose `handle` returned `waitFor`. */
  conclude?(intent: Intent, ctx: C, request: RouteRequest<S, P, Q, B>): Promise<Reply>
  /** The file of `fetch` was unavailable: undo what `handle` has counted. */
  onFetchFailed?(request: RouteRequest<S, P, Q, B>, ctx: C): Promise<void>
}

export type RoutePath = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

type ClaimPath = `GET /.well-known/${string}`
type SocketPath = `/${string}`

/** Routes by their paths: the path gives the types of `params`. */
export type Routes<S extends Shape, C, R, Path extends string = RoutePath> = {
  readonly [K in keyof R]: K extends Path ? Route<S, C, ParamsOf<K>> : never
}

/** A question of another extension, on behalf of one wallet. */
export interface Question {
  /** The id of the requesting extension. */
  readonly from: string
  readonly data: Json
  readonly wallet: WalletHandle
}

/** The request that opened a connection. */
export interface SocketRequest<P = AnyParams> {
  readonly params: P
  readonly query: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** An open connection: its request, and a unique id. */
export interface Connection<P = AnyParams> {
  readonly id: string
  readonly request: SocketRequest<P>
}

/** A WebSocket below `/{ext}`: `'/ws/:id'` (permission `ws`). */
export interface Socket<C, P = AnyParams> {
  /** The channel to listen on; null = rejected. */
  open(request: SocketRequest<P>, ctx: C): Promise<string | null>
  /** A message of the client: text of at most 4 kB. The result is sent back. */
  message?(text: string, request: SocketRequest<P>, ctx: C): Promise<Json | undefined>
  /** Called when the connection opens, and every 30 s while the client responds. */
  heartbeat?(connection: Connection<P>, ctx: C): Promise<void>
  /** Called when it closes, but not if the process crashes: use leases that `heartbeat` renews. */
  close?(connection: Connection<P>, ctx: C): Promise<void>
}

/**
 * One extension. `resource` alone gives the five endpoints with validation, API documentation, visibility per key, paging
 * and storage; everything else is optional.
 */
export interface Extension<
  S extends Shape,
  T extends Record<string, Shape>,
  C = Ctx<S, T>,
  Q extends Shape = NoFields,
  R = Record<RoutePath, unknown>,
  W = Record<ClaimPath, unknown>,
  L = Record<SocketPath, unknown>,
> {
  readonly manifest: Manifest
  /** The fields of an item. */
  readonly resource: S
  /** Rows of other kinds. A table with a field `item` loses its rows with the item. */
  readonly tables?: T
  /**
   * The holder of an item's secret reads or spends its wallet. While its account is disabled, visitors and relays do
   * not find the item; new keys of the wallet delete it, unless its owner keeps it. Built-ins only.
   */
  readonly opensWallet?: boolean
  /** The noun of an item in the API documentation: `pay link`. */
  readonly noun?: string
  /** Another path of the items, below `/{ext}/api/v1/`, for clients of an older service: `links`. */
  readonly itemsAlias?: string
  /** What the web app shows to owners. */
  readonly owner?: OwnerPages
  /** Query parameters that filter the list of items: names of indexed fields. */
  readonly filters?: readonly (keyof S & string)[]
  /** Query parameters of `POST /{ext}/api/v1/`: options of the creation that are not stored. */
  readonly createQuery?: Q
  beforeCreate?(draft: Row<S>, ctx: C, request: RouteRequest<S, NoFields, Q>): Promise<Row<S>>
  afterCreate?(item: Item<S>, ctx: C): Promise<void>
  beforeUpdate?(old: Item<S>, next: Row<S>, ctx: C, request: RouteRequest<S>): Promise<Row<S>>
  afterUpdate?(old: Item<S>, now: Item<S>, ctx: C): Promise<void>
  beforeDelete?(item: Item<S>, ctx: C): Promise<void>
  /** Fields computed whenever an item is shown: `lnurl`, `url`. Declare them in `resource` with `by: 'server'`. */
  derive?(item: Item<S>, ctx: Pick<Ctx<S, T>, 'url' | 'now'>): Awaitable<Partial<Row<S>>>
  /** The satoshis that this item may still spend, without routing fees. */
  spendCeiling?(item: Item<S>): Awaitable<number>
  /**
   * With `incoming.read`: whether an item listens to the payments of its wallet. It gets those that arrive after this first
   * became true. Items that do not listen cost a payment nothing. Default: from creation on.
   */
  isListening?(item: Item<S>): Awaitable<boolean>
  /** An invoice of this extension was paid; with `incoming.read`, any payment to the wallet of a listening item. */
  onPaymentSettled?(payment: Settled, ctx: C): Promise<void>
  /**
   * With `incoming.read`: `onPaymentSettled` also gets payments that extensions move between wallets. For notifications; it
   * runs in no order with extensions that forward payments.
   */
  readonly includeInternal?: boolean
  /** With `incoming.read` and `payments.read`: a payment from the wallet of a listening item has succeeded. */
  onPaymentSent?(payment: SentPayment, ctx: C): Promise<void>
  /** A payment of `ctx.pay` is `paid` or `failed`. */
  onIntentResolved?(intent: Intent, ctx: C): Promise<void>
  /** Answers to other extensions (`ctx.ask`): each sees only data of the account it is asked for. */
  readonly answers?: Readonly<Record<string, (question: Question, ctx: C) => Promise<Json>>>
  /** Scheduled runs; five cron fields, UTC. */
  readonly jobs?: Readonly<Record<string, { readonly cron: string; run(ctx: C): Promise<void> }>>
  /** Background jobs of `ctx.enqueue`. `isRetry`: an earlier run of this job failed or was interrupted. */
  readonly tasks?: Readonly<
    Record<string, (task: { readonly key: string; readonly isRetry: boolean }, ctx: C) => Promise<void>>
  >
  readonly routes?: Routes<NoInfer<S>, NoInfer<C>, R>
  /** Paths outside `/{ext}`: `'GET /.well-known/lnurlp/:username'` (permission `claim`). Built-ins only. */
  readonly claims?: Routes<NoInfer<S>, NoInfer<C>, W, ClaimPath>
  readonly sockets?: { readonly [K in keyof L]: K extends SocketPath ? Socket<C, ParamsOf<K>> : never }
  /** Needs the permission `nostr`. */
  readonly nostr?: NostrListener<C>
  /** Files for its pages, served under `/{ext}/assets/NAME`. */
  readonly assets?: Readonly<
    Record<string, { readonly type: 'text/javascript' | 'text/css' | 'image/svg+xml'; readonly text: string }>
  >
  /** Translations of the texts of its pages: `readTranslations(import.meta.url)`. */
  readonly translations?: Translations
}

/** An extension with any fields. */
// oxlint-disable-next-line typescript/no-explicit-any -- an extension is read here without knowing its fields
export type AnyExtension = Extension<any, any, any, any>

/** Types a definition; the host checks it when it is loaded. */
export const defineExtension = <
  const S extends Shape,
  const T extends Record<string, Shape> = Record<string, never>,
  const Q extends Shape = NoFields,
  R extends Record<RoutePath, unknown> = NoFields,
  W extends Record<ClaimPath, unknown> = NoFields,
  L extends Record<SocketPath, unknown> = NoFields,
>(
  extension: Extension<S, T, Ctx<S, T>, Q, R, W, L>,
): Extension<S, T, Ctx<S, T>, Q> => extension
