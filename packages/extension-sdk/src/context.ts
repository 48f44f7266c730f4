import type { Chain } from './chain.ts'
import type { DecodedInvoice } from './decoded-invoice.ts'
import type { MailOptions } from './mail-options.ts'
import type { NostrTemplate } from './nostr.ts'
import type { Item, Row, Shape } from './shape.ts'
import type { Visitor } from './visitor.ts'
import type { WalletHandle } from './wallet-handle.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

export interface Invoice {
  readonly paymentHash: string
  readonly paymentRequest: string
  readonly sat: number
  readonly msat: number
  /** ISO 8601. */
  readonly expiresAt: string
}

/** An invoice of this extension, as it stands. */
export interface InvoiceState extends Invoice {
  readonly itemId: string
  readonly data: Json
  readonly status: 'pending' | 'paid' | 'expired'
  /** Only when paid. */
  readonly preimage?: string
  /** As it was made: its preimage is public. */
  readonly verifiable: boolean
  /** When it was paid: Unix seconds. */
  readonly paidAt?: number
}

/** Money that has arrived. */
export interface Settled {
  /** Ascends in the order of the commits. */
  readonly seq: number
  readonly paymentHash: string
  readonly paymentRequest: string
  readonly sat: number
  readonly msat: number
  /** What extensions before this one have taken of it, fee limits included. */
  readonly passedOnMsat: number
  readonly preimage: string | null
  /** A wallet of the same account has paid it. */
  readonly paidBySelf: boolean
  /** The extension that made the invoice; null = made outside of extensions. */
  readonly tag: string | null
  readonly wallet: WalletHandle
  /** Of an own invoice: what `createInvoice` was given. */
  readonly itemId?: string
  readonly data: Json
  readonly memo: string
  /** Unix seconds. */
  readonly at: number
}

/**
 * Money that leaves. `reserved`: will be paid; `attempted`: on its way; `unknown`: on its way, and the node has not said
 * how it ended; `paid` and `failed` are final.
 */
export interface Intent {
  readonly id: string
  readonly key: string
  readonly purpose: string
  readonly itemId: string
  readonly state: 'reserved' | 'attempted' | 'paid' | 'failed' | 'unknown'
  readonly sat: number
  readonly msat: number
  readonly feeMsat?: number
  readonly paymentHash?: string
  readonly preimage?: string
  /** Why it failed. */
  readonly failure?: string
  /** As `pay` was given it. */
  readonly data: Json
}

export interface PaymentView {
  readonly paymentHash: string
  readonly paymentRequest: string
  readonly direction: 'in' | 'out'
  readonly status: 'pending' | 'success' | 'failed'
  readonly msat: number
  readonly feeMsat: number
  readonly memo: string
  readonly tag: string
  readonly extra: Json
  readonly preimage?: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly settledAt?: number
}

/** A payment of a wallet that has left it for good. */
export interface Sent extends PaymentView {
  readonly wallet: WalletHandle
}

/** Rows of one kind. What is written is seen by later reads of the same run, and committed at its end. */
export interface Store<S extends Shape> {
  get(id: string): Promise<Item<S> | null>
  /** Newest first unless asked otherwise; at most 1000, default 100. Name at least one indexed field, or a wallet. */
  find(query?: {
    readonly where?: Partial<Row<S>>
    readonly wallet?: WalletHandle
    readonly order?: 'newest' | 'oldest'
    readonly limit?: number
    readonly offset?: number
  }): Promise<Item<S>[]>
  count(query?: { readonly where?: Partial<Row<S>>; readonly wallet?: WalletHandle }): Promise<number>
  /** Without a wallet: that of the run. Refused when a unique value is taken. */
  insert(row: Row<S>, wallet?: WalletHandle): Promise<Item<S>>
  /** When somebody else has changed the row meanwhile, the whole handler runs again. `undefined` removes a value. */
  update(id: string, patch: { readonly [K in keyof Row<S>]?: Row<S>[K] | undefined }): Promise<Item<S>>
  remove(id: string): Promise<void>
}

export interface InvoiceOrder {
  /** One of the three. Whole satoshis are best known by the nodes. */
  readonly sat?: number
  readonly msat?: number
  /** An amount and its currency (`sat` or ISO 4217), converted at today's rate, floored. */
  readonly money?: readonly [number, string]
  readonly memo?: string
  readonly itemId: string
  /** Comes back with the settlement; at most 4 kB. */
  readonly data?: Json
  /** Shown to the owner with the payment, in its `extra`, beside `tag` and `item`; together at most 4 kB. */
  readonly extra?: Readonly<Record<string, Json>>
  readonly expirySec?: number
  /** SHA-256 in hex of what the invoice is for (LNURL-pay, zaps). */
  readonly descriptionHash?: string
  /** `/verify/{payment_hash}` tells its preimage to everyone once it is paid (LUD-21): it proves nothing then. */
  readonly verifiable?: boolean
}

export interface PayOrder {
  readonly from: WalletHandle
  readonly to: { readonly bolt11: string } | { readonly target: string } | { readonly wallet: WalletHandle }
  /** What arrives there. One of the two. */
  readonly sat?: number
  readonly msat?: number
  /** At most this for routing; default the service's own reserve. */
  readonly maxFeeSat?: number
  /** One intent per key, ever: the same key gives the intent there is. */
  readonly key: string
  /** A word for the history: `payout`, `tip`, `split`. */
  readonly purpose: string
  readonly itemId: string
  readonly memo?: string
  /** Comes back with `onIntentResolved`; at most 4 kB. */
  readonly data?: Json
}

/** What a Lightning address or LNURL takes; `commentAllowed` in characters. */
export interface TargetOffer {
  readonly leastMsat: number
  readonly mostMsat: number
  readonly commentAllowed: number
}

/**
 * Everything an extension can do. One run of a handler is one unit of work: rows, intents, pushes, webhooks and mails
 * are kept back and committed together, and when somebody else was faster the handler runs again. `createInvoice` and
 * `http` happen at once: an invoice nobody sees is harmless, a request to the outside must bear repetition.
 */
export interface Ctx<S extends Shape, T extends Record<string, Shape>> {
  readonly items: Store<S>
  table<N extends keyof T & string>(name: N): Store<T[N]>
  readonly wallets: {
    createInvoice(wallet: WalletHandle, order: InvoiceOrder): Promise<Invoice>
    /** Of this extension only. */
    invoice(paymentHash: string): Promise<InvoiceState | null>
    /** Unpaid and not expired, of this item. */
    countOpenInvoices(itemId: string): Promise<number>
    /** What is free: without what payouts have reserved, or are about to. */
    balance(wallet: WalletHandle): Promise<{ readonly sat: number; readonly msat: number }>
    payments(
      wallet: WalletHandle,
      query?: {
        readonly direction?: 'in' | 'out'
        readonly status?: 'pending' | 'success' | 'failed'
        readonly from?: number
        readonly to?: number
        readonly limit?: number
        readonly offset?: number
      },
    ): Promise<PaymentView[]>
    payment(wallet: WalletHandle, paymentHash: string): Promise<PaymentView | null>
  }
  /** Refused (400) when above what the item may spend and what is left of the receipt. Paid after the commit; `onIntentResolved` hears of the end. */
  pay(order: PayOrder): Promise<Intent>
  intent(key: string): Promise<Intent | null>
  /**
   * Where a settlement started the run: keeps at most `maxSat` of what has arrived for this item, to be paid on in this
   * run or later, and answers how many satoshis were left. No other extension can take them: all of them together never
   * take more of a receipt than has arrived. 0 in every other run.
   */
  setAside(itemId: string, maxSat: number): Promise<number>
  readonly targets: {
    /** The wallet with this id, where it is one of the payer's account; null = something else, an address perhaps. */
    wallet(target: string, payer: WalletHandle): Promise<WalletHandle | null>
    /**
     * The wallet of the payer's account that a target leads to: by its id, or by an address or link of this service, by
     * whatever name of the host. The address is asked; null also when it does not answer.
     */
    behind(target: string, payer: WalletHandle): Promise<WalletHandle | null>
    /** Asks a Lightning address or LNURL what it takes. Refused (400) when it takes nothing, or leads back to the payer. */
    offer(target: string, payer: WalletHandle): Promise<TargetOffer>
    /** What this service sets aside for routing so much, in whole satoshis; also the most that it may cost. */
    feeReserveSat(sat: number): number
    /** The most that paying this invoice may cost in routing fees: 0 where it is of a wallet here. */
    maxFeeSat(bolt11: string, sat: number): Promise<number>
  }
  readonly visitor: Visitor
  /** For rules over several rows: when another run that locked the same name is committed first, this one runs again. */
  lock(name: string): Promise<void>
  /** Throws when it is no invoice. */
  decode(bolt11: string): DecodedInvoice
  http(request: {
    readonly method: string
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly timeoutMs?: number
  }): Promise<{ readonly status: number; readonly body: string }>
  readonly notify: {
    /** POSTed with the signature and the retries of every webhook; `about` names the item it is listed under. */
    webhook(
      url: string,
      body: Json,
      options?: { readonly wallet?: WalletHandle; readonly headers?: Readonly<Record<string, string>> },
    ): Promise<void>
    /** To whoever listens on the channel; reconnecting listeners get the last 30 s. */
    push(channel: string, body: Json): Promise<void>
    /**
     * Sent by the account of the wallet; the host names it in the text, with a link that stops such mail. `not-verified`:
     * nothing is sent, because the account has not verified its address, or (`report`) it is another one.
     */
    mail(to: string, subject: string, text: string, options?: MailOptions): Promise<'queued' | 'not-verified'>
  }
  readonly nostr: {
    /** The key that signs for this service, in hex. */
    readonly pubkey: string
    /** Where this service listens: the operator's list. */
    readonly relays: readonly string[]
    /**
     * Signed now (with `secretKey`, in hex, in place of the service's), and sent to each of the first five relays after the commit: `wss://` only, again and again for some
     * hours where one does not take it, and the same event each time.
     */
    publish(event: NostrTemplate, relays: readonly string[], secretKey?: string): Promise<void>
  }
  /** The permission `chain`. */
  readonly chain: Chain
  /**
   * One more, in a whole number that an item has: for statistics that many visitors raise. Written some seconds later,
   * many at once; a crash in between loses them.
   */
  count(itemId: string, field: keyof Row<S> & string): void
  /**
   * After the commit, `tasks[task]` of the definition is done on its own, for what may wait for others: once for every
   * `about`. Its first word is a row's id: the task takes its owner's turn. `extension`: one of that (`neighbours`).
   */
  begin(task: string, about: string, extension?: string): Promise<void>
  /**
   * What another extension (permission `neighbours`) answers about something of this wallet's account: at once and with a
   * commit of its own, so a question must bear repetition. Refused where it is not there, or the account does not use it.
   */
  ask(extension: string, question: string, about: Json, wallet: WalletHandle): Promise<Json>
  readonly rates: {
    /** Whole satoshis, floored. `sat` needs no rate; 503 when there is none. */
    toSat(amount: number, currency: string): Promise<number>
  }
  readonly log: { info(message: string, data?: Json): void; warn(message: string, data?: Json): void }
  /** Unix milliseconds. */
  now(): number
  /** Hex; 16 bytes unless asked otherwise. */
  randomId(bytes?: number): string
  /** SHA-256 in hex: how `hashed` fields are stored. */
  hash(text: string): string
  /** For what is handed out and comes back: nobody else can read or make it. Safe in addresses. */
  seal(text: string): string
  /** Null = this extension has not sealed it. */
  unseal(sealed: string): string | null
  /** `/p/x` → the address everybody reaches it by. */
  url(path: string): string
  /** Our node's key, 33 bytes in hex; `''` where others own the node, or it has not answered yet. */
  readonly nodeKey: string
  /** `''` where the node has not answered yet. */
  readonly network: '' | 'mainnet' | 'testnet' | 'signet' | 'regtest'
  /** The most that this service takes or pays at once, satoshis: the operator's, now. */
  readonly mostSat: number
  /** The hosts this service answers at, as `Host` headers name them in lower case; the first is that of `url`. */
  readonly domains: readonly string[]
}
