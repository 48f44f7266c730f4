import type { Ctx, Intent, Json, Sent, Settled } from './context.ts'
import type { NostrListener } from './nostr.ts'
import type { Page } from './page.ts'
import type { Item, Row, Shape } from './shape.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** What an extension may do; everything else is refused. `reason` is shown before it is installed. */
export type Permission =
  | {
      readonly id: 'receive' | 'incoming.read' | 'payments.read' | 'page' | 'ws' | 'mail' | 'schedule' | 'nostr'
      readonly reason: string
    }
  | { readonly id: 'spend'; readonly reason: string; readonly to: 'own' | 'listed' | 'any' }
  | { readonly id: 'http'; readonly reason: string; readonly hosts: readonly string[] }
  /** Other extensions that it asks, or tells something (`ctx.ask`, `ctx.begin`). Built-ins only. */
  | { readonly id: 'neighbours'; readonly reason: string; readonly extensions: readonly string[] }
  /** Asks the operator's explorer about addresses. Built-ins only. */
  | { readonly id: 'chain'; readonly reason: string }
  /** A path outside its own: `/.well-known/lnurlp/*`. Built-ins only. */
  | { readonly id: 'claim'; readonly reason: string; readonly path: string }

export interface Manifest {
  /** Also the first segment of its paths: `^[a-z][a-z0-9_]{1,31}$`. */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly short_description: string
  /** An icon's name, for lists. */
  readonly icon?: string
  readonly api_version: 1
  readonly permissions: readonly Permission[]
}

export interface RouteRequest<S extends Shape, Q extends Shape = Shape, B extends Shape = Shape> {
  readonly params: Readonly<Record<string, string>>
  readonly query: Row<Q>
  readonly body: Row<B>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The caller's wallet, behind `invoice` and `admin`; that of the item where one is made. */
  readonly wallet: WalletHandle
  /** What the caller may see, behind `invoice`: an admin key and a token may see everything. */
  readonly viewer: 'invoice' | 'admin'
  /** The caller's own item, where the path has `/api/v1/:id/…`. */
  readonly item: Item<S>
}

export type Reply =
  | { readonly status?: number; readonly json: Json; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status?: number; readonly page: Page }
  | { readonly text: string; readonly type: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly redirect: string }
  /** A file of another host (permission `http`), handed on while it arrives. */
  | { readonly fetch: FetchedFile }
  /** Answered by `conclude` when the intent is resolved, or has been on its way for long. */
  | { readonly waitFor: string }

export interface FetchedFile {
  readonly url: string
  /** For that host alone: no redirect is followed. */
  readonly headers?: Readonly<Record<string, string>>
  /** As the visitor asked for it: `bytes=0-99`. */
  readonly range?: string | undefined
  /** The whole file in place of the range is refused. */
  readonly onlyPart?: boolean
  /** What it is saved as. */
  readonly filename?: string
  /** The item it belongs to, whose account has so many downloads at once. */
  readonly itemId?: string
}

/**
 * One more path below `/{ext}`. `public`: for everybody; `lnurl`: for everybody, and what goes wrong is answered as
 * LNURL wants it (HTTP 200, `{"status":"ERROR","reason":…}`); `invoice` and `admin`: that key, or a token with
 * `wallet_id`. Paths under `/api/v1/` have at least two segments there.
 */
export interface Route<S extends Shape, C> {
  readonly access: 'public' | 'lnurl' | 'invoice' | 'admin'
  /** For the manual. */
  readonly summary: string
  /** What it does, for whom, with units. */
  readonly description?: string
  /** Requests a minute from one address; default 120 for public ones. */
  readonly perMinute?: number
  readonly query?: Shape
  readonly body?: Shape
  /** Fields of the answer, for the manual. `list`: an array of them; `text`: no JSON, but a table or a file; `page`: a page, also when something goes wrong (so is what begins with `/p/`). */
  readonly reply?: Shape
  readonly replyIs?: 'object' | 'list' | 'text' | 'page'
  /**
   * For protocols whose clients read the body and not the status: how a refusal before or outside of `handle` is answered,
   * with HTTP 200.
   */
  problem?(status: number, detail: string): Json
  /** The target of a form without JavaScript: its fields come as `application/x-www-form-urlencoded`, and are the `query`. */
  readonly form?: boolean
  /** The status of success; default 200. */
  readonly status?: number
  handle(request: RouteRequest<S>, ctx: C): Promise<Reply>
  conclude?(intent: Intent, ctx: C, request: RouteRequest<S>): Promise<Reply>
  /** The file of `fetch` could not be had: what `handle` has counted is taken back. */
  undelivered?(request: RouteRequest<S>, ctx: C): Promise<void>
}

/** What another extension wants to know, for a wallet of its item. */
export interface Question {
  /** The extension that asks. */
  readonly from: string
  readonly about: Json
  readonly wallet: WalletHandle
}

/** One that is open: the request it began with, and a name that no other has. */
export interface Connection<S extends Shape> {
  readonly id: string
  readonly request: RouteRequest<S>
}

/** A live connection below `/{ext}`: `'/ws/:id'`. */
export interface Socket<S extends Shape, C> {
  /** The channel to listen on; null = refused. */
  open(request: RouteRequest<S>, ctx: C): Promise<string | null>
  /** What the other end sends: text of at most 4 kB. What it answers is sent back. */
  message?(text: string, request: RouteRequest<S>, ctx: C): Promise<Json | undefined>
  /** Told when it is open, and again every half minute as long as the other end answers. */
  alive?(connection: Connection<S>, ctx: C): Promise<void>
  /** It has ended. Nobody tells when the process dies: what may not last for ever has to be renewed by `alive`. */
  closed?(connection: Connection<S>, ctx: C): Promise<void>
}

/**
 * One extension. From `resource` follow the five endpoints, their validation and manual, what each key sees, paging and
 * storage; everything else is optional.
 */
export interface Extension<S extends Shape, T extends Record<string, Shape>, C = Ctx<S, T>> {
  readonly manifest: Manifest
  /** The fields of an item. */
  readonly resource: S
  /** Rows of other kinds. */
  readonly tables?: T
  /** What an item is called in the manual: `pay link`. */
  readonly noun?: string
  /** Query parameters by which lists are filtered: names of indexed fields. */
  readonly filters?: readonly (keyof S & string)[]
  /** Query parameters of `POST /{ext}/api/v1/`: how to create, and no part of what is created. */
  readonly createQuery?: Shape
  beforeCreate?(draft: Row<S>, ctx: C, request: RouteRequest<S>): Promise<Row<S>>
  afterCreate?(item: Item<S>, ctx: C): Promise<void>
  beforeUpdate?(old: Item<S>, next: Row<S>, ctx: C, request: RouteRequest<S>): Promise<Row<S>>
  afterUpdate?(old: Item<S>, now: Item<S>, ctx: C): Promise<void>
  beforeDelete?(item: Item<S>, ctx: C): Promise<void>
  /** Fields worked out whenever an item is shown: `lnurl`, `url`. Declare them in `resource` with `by: 'server'`. */
  derive?(item: Item<S>, ctx: Pick<Ctx<S, T>, 'url' | 'now'>): Partial<Row<S>>
  /** Satoshis that this item may spend from now on, routing fees not counted. */
  spendCeiling?(item: Item<S>): number
  /**
   * With `incoming.read`: an item is told of what its wallet receives from the moment on at which this was first true,
   * so that items which are switched off cost a payment nothing. Default: from its creation on.
   */
  hears?(item: Item<S>): boolean
  /** Own invoices; with `incoming.read` also everything else that the wallets of its items receive. */
  onPaymentSettled?(payment: Settled, ctx: C): Promise<void>
  /**
   * With `incoming.read`: `onPaymentSettled` hears also of what extensions have moved to the wallets of its items. For
   * telling somebody of it; it is in no order with those who pass it on.
   */
  readonly tellsOfReceipts?: boolean
  /**
   * With `incoming.read` and `payments.read`: what the wallets of its items have paid, whoever asked for it, once it is
   * certain. Items hear of it as they do of what arrives (`hears`).
   */
  onPaymentSent?(payment: Sent, ctx: C): Promise<void>
  onIntentResolved?(intent: Intent, ctx: C): Promise<void>
  /** What other extensions may ask (`ctx.ask`): it sees what belongs to the account they ask for, and nothing else. */
  readonly answers?: Readonly<Record<string, (question: Question, ctx: C) => Promise<Json>>>
  /** Five cron fields, UTC. */
  readonly jobs?: Readonly<Record<string, { readonly cron: string; run(ctx: C): Promise<void> }>>
  /** What `ctx.begin` asks for. `again`: it was begun before and cut short, or has failed. */
  readonly tasks?: Readonly<
    Record<string, (task: { readonly about: string; readonly again: boolean }, ctx: C) => Promise<void>>
  >
  readonly routes?: Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Route<S, C>>>
  /** Claimed paths outside its own: `'GET /.well-known/lnurlp/:username'`. Built-ins only. */
  readonly claims?: Readonly<Record<`GET /.well-known/${string}`, Route<S, C>>>
  readonly sockets?: Readonly<Record<`/${string}`, Socket<S, C>>>
  /** Needs the permission `nostr`. */
  readonly nostr?: NostrListener<C>
  /** Scripts and styles of its pages, served under `/{ext}/assets/NAME`. */
  readonly assets?: Readonly<
    Record<string, { readonly type: 'text/javascript' | 'text/css' | 'image/svg+xml'; readonly text: string }>
  >
}

/** Whatever its shapes are. */
// oxlint-disable-next-line typescript/no-explicit-any -- an extension is read here without knowing its fields
export type AnyExtension = Extension<any, any, any>

/** Types a definition; the host checks it when it is loaded. */
export const defineExtension = <const S extends Shape, const T extends Record<string, Shape> = Record<string, never>>(
  extension: Extension<S, T>,
): Extension<S, T> => extension
