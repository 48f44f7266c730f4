import type { Chain } from './chain.ts'
import type { DecodedInvoice } from './decoded-invoice.ts'
import type { MailOptions } from './mail-options.ts'
import type { NostrCalls } from './nostr.ts'
import type { Row, Shape } from './shape.ts'
import type { Store } from './store.ts'
import type { Text } from './text.ts'
import type { Visitor } from './visitor.ts'
import type { PaymentQuery, WalletHandle } from './wallet-handle.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

export interface Invoice {
  readonly paymentHash: string
  readonly paymentRequest: string
  readonly sat: number
  readonly msat: number
  /** As the invoice has it: of a longer one, the first 639 bytes. */
  readonly memo: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** An invoice of this extension, in its current state. */
export interface InvoiceState extends Invoice {
  readonly itemId: string
  readonly data: Json
  readonly status: 'pending' | 'paid' | 'expired'
  /** Only when paid. */
  readonly preimage?: string
  /** `/verify/{payment_hash}` publishes the preimage once the invoice is paid. */
  readonly verifiable: boolean
  /** When it was paid: Unix seconds. */
  readonly paidAt?: number
}

/** A payment that has arrived. */
export interface Settled {
  /** Ascends in commit order. */
  readonly seq: number
  readonly paymentHash: string
  readonly paymentRequest: string
  readonly sat: number
  readonly msat: number
  /** What extensions that ran earlier have forwarded or reserved of it, fee limits included. */
  readonly forwardedMsat: number
  readonly preimage: string | null
  /** The payer is a wallet of the same account. */
  readonly isSelfPayment: boolean
  /** The extension that created the invoice; null = no extension did. */
  readonly tag: string | null
  readonly wallet: WalletHandle
  /** Of an invoice of this extension: the `itemId` and `data` given to `createInvoice`. */
  readonly itemId?: string
  readonly data: Json
  readonly memo: string
  /** Unix seconds. */
  readonly at: number
}

/**
 * An outgoing payment. `reserved`: committed, not sent yet; `attempted`: in flight; `unknown`: in flight, and the node has
 * not reported a result; `paid` and `failed` are final.
 */
export type Intent = IntentFacts &
  (
    | { readonly state: 'paid'; readonly feeMsat: number }
    | { readonly state: 'reserved' | 'attempted' | 'failed' | 'unknown'; readonly feeMsat?: undefined }
  )

interface IntentFacts {
  readonly id: string
  readonly key: string
  readonly purpose: string
  readonly itemId: string
  readonly sat: number
  readonly msat: number
  readonly paymentHash?: string
  readonly preimage?: string
  /** Why it failed. */
  readonly failure?: string
  /** The `data` given to `pay`. */
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

/** An outgoing payment that has succeeded. */
export interface SentPayment extends PaymentView {
  readonly wallet: WalletHandle
}

/** Set exactly one of `sat`, `msat` and `money`. */
export interface InvoiceOptions {
  /** Prefer whole satoshis: some nodes support no millisatoshis. */
  readonly sat?: number
  readonly msat?: number
  /** An amount and its currency (`sat` or ISO 4217), converted at the current rate, rounded down. */
  readonly money?: readonly [number, string]
  /** How much of `money` is tax, and how much a tip: kept with the payment, as the price is. */
  readonly tax?: number
  readonly tip?: number
  /** Said in the language of the run's visitor, else in that of the account. */
  readonly memo?: Text
  readonly itemId: string
  /** Returned with the settlement; at most 4 kB. */
  readonly data?: Json
  /** Shown to the owner in the payment's `extra`, next to `tag` and `item`; together at most 4 kB. */
  readonly extra?: Readonly<Record<string, Json>>
  readonly expirySec?: number
  /** SHA-256 in hex of the text that the invoice commits to (LNURL-pay, zaps). */
  readonly descriptionHash?: string
  /**
   * `/verify/{payment_hash}` publishes the preimage once the invoice is paid (LUD-21). The preimage then no longer proves
   * who paid.
   */
  readonly verifiable?: boolean
}

/** Set exactly one of `sat` and `msat`: the amount that arrives. */
export interface PayOptions {
  readonly from: WalletHandle
  readonly to: { readonly bolt11: string } | { readonly target: string } | { readonly wallet: WalletHandle }
  readonly sat?: number
  readonly msat?: number
  /** Maximum routing fee; default the fee reserve of the service. */
  readonly maxFeeSat?: number
  /** Idempotency key: there is at most one intent per key, and `pay` returns an existing one. */
  readonly key: string
  /** One word for the payment history: `payout`, `tip`, `split`. */
  readonly purpose: string
  readonly itemId: string
  /** Said in the language of the run's visitor, else in that of the account. */
  readonly memo?: Text
  /** Returned with `onIntentResolved`; at most 4 kB. */
  readonly data?: Json
  /** Shown to the owner in the payment's `extra`, next to `tag`, `item`, `purpose` and `memo`; at most 3 kB. */
  readonly extra?: Readonly<Record<string, Json>>
}

/** What a Lightning address or LNURL accepts; `commentAllowed` in characters. */
export interface TargetOffer {
  readonly minMsat: number
  readonly maxMsat: number
  readonly commentAllowed: number
}

/**
 * Everything an extension can do. One run of a handler is one unit of work: rows, intents, pushes, webhooks and mails are
 * buffered and committed together. If another run has changed what this one read, the handler runs again. `createInvoice`
 * and `http` take effect immediately: an unused invoice is harmless, and an HTTP request must tolerate a repeat.
 */
export interface Ctx<S extends Shape, T extends Record<string, Shape>> {
  readonly items: Store<S>
  table<N extends keyof T & string>(name: N): Store<T[N]>
  readonly wallets: {
    createInvoice(wallet: WalletHandle, options: InvoiceOptions): Promise<Invoice>
    /** Null unless this extension created it. */
    invoice(paymentHash: string): Promise<InvoiceState | null>
    /** Pending invoices of this item. */
    countOpenInvoices(itemId: string): Promise<number>
    /** The available balance: payouts that are reserved, also in this run, are subtracted. */
    balance(wallet: WalletHandle): Promise<{ readonly sat: number; readonly msat: number }>
    /** Newest first; `limit` 20 unless given, at most 250. */
    payments(
      wallet: WalletHandle,
      query?: PaymentQuery & { readonly limit?: number; readonly offset?: number },
    ): Promise<PaymentView[]>
    /** How many match, all pages together. */
    countPayments(wallet: WalletHandle, query?: PaymentQuery): Promise<number>
    payment(wallet: WalletHandle, paymentHash: string): Promise<PaymentView | null>
  }
  /**
   * Commits to an outgoing payment, which is sent after the commit; `onIntentResolved` gets the result. Rejected (400) above
   * the item's spending ceiling, or above what is left of the receipt that started the run.
   */
  pay(options: PayOptions): Promise<Intent>
  intent(key: string): Promise<Intent | null>
  /**
   * In a run started by a settlement: reserves up to `maxSat` of the received amount for this item, to be paid out in this
   * run or later, and returns how many satoshis were available. All extensions together never reserve more of a receipt
   * than has arrived. Returns 0 in every other run.
   */
  reserve(itemId: string, maxSat: number): Promise<number>
  readonly targets: {
    /** The wallet with this id, if it belongs to the payer's account; otherwise null (the target may be an address). */
    findWallet(target: string, payer: WalletHandle): Promise<WalletHandle | null>
    /**
     * The wallet of the payer's account that a target leads to: by its id, or by a Lightning address or LNURL of this
     * service under any of its host names. Fetches the address; null also if it does not respond.
     */
    resolveWallet(target: string, payer: WalletHandle): Promise<WalletHandle | null>
    /** Fetches what a Lightning address or LNURL accepts. Rejected (400) if it accepts nothing, or pays the payer. */
    fetchOffer(target: string, payer: WalletHandle): Promise<TargetOffer>
    /** The fee reserve of the service for an amount, in whole satoshis, where the payee is not known yet. */
    feeReserveSat(sat: number): number
    /**
     * The maximum routing fee to a payee (invoice, wallet id, Lightning address, LNURL): 0 if it is one of this service,
     * else `allowedSat`, by default the fee reserve.
     */
    maxFeeSat(payee: string, sat: number, allowedSat?: number): Promise<number>
  }
  readonly visitor: Visitor
  /**
   * For rules across several rows: if another run that locked the same name commits first, this one runs again. With a
   * wallet, the lock is that wallet's: no account delays another.
   */
  lock(name: string, wallet?: WalletHandle): Promise<void>
  /** The one invoice in a text from outside. Throws if there is none, or several things that can be paid. */
  decode(text: string): DecodedInvoice
  http(request: {
    readonly method: string
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly timeoutMs?: number
  }): Promise<{ readonly status: number; readonly body: string }>
  readonly notify: {
    /** A POST request after the commit, signed and retried like every webhook. `wallet`: on whose behalf. */
    webhook(
      url: string,
      body: Json,
      options?: { readonly wallet?: WalletHandle; readonly headers?: Readonly<Record<string, string>> },
    ): Promise<void>
    /** To the listeners of a channel; a listener that reconnects gets the last 30 seconds. */
    push(channel: string, body: Json): Promise<void>
    /**
     * Sent on behalf of the wallet's account; the host names the account in the text and adds an unsubscribe link.
     * `not-verified`: nothing is sent, because the account has not verified its mail address, or (`report`) `to` is a
     * different address.
     */
    mail(to: string, subject: Text, text: Text, options?: MailOptions): Promise<'queued' | 'not-verified'>
  }
  readonly nostr: NostrCalls
  /** Needs the permission `chain`. */
  readonly chain: Chain
  /** Adds 1 to an integer field of an item. For statistics of busy pages: written some seconds later, lost by a crash. */
  increment(itemId: string, field: keyof Row<S> & string): void
  /**
   * After the commit, runs `tasks[task]` of the definition as a background job, once per `key`. The key starts with the id
   * of a row, followed by a space: the task counts as work of that row's account. `extension`: a task of another extension
   * (permission `neighbours`).
   */
  enqueue(task: string, key: string, extension?: string): Promise<void>
  /**
   * Asks another extension (permission `neighbours`) about data of this wallet's account. The answer runs immediately and has
   * its own commit, so a question must tolerate a repeat. Rejected if the extension is unavailable, or inactive for the
   * account.
   */
  ask(extension: string, question: string, data: Json, wallet: WalletHandle): Promise<Json>
  readonly rates: {
    /** Whole satoshis, rounded down. `sat` needs no rate; 503 if there is no rate. */
    toSat(amount: number, currency: string): Promise<number>
  }
  readonly log: { info(message: string, data?: Json): void; warn(message: string, data?: Json): void }
  /** Unix milliseconds. */
  now(): number
  /** Random bytes in hex, 16 by default. */
  randomId(bytes?: number): string
  /** SHA-256 in hex: how `hashed` fields are stored. */
  hash(text: string): string
  /**
   * Whether a text is the one in a `password` field of an item; false if the field is empty. Takes a tenth of a second.
   * Count wrong ones in rows of the same run, and return instead of rejecting: a rejected run counts nothing.
   */
  matchesPassword(itemId: string, field: keyof Row<S> & string, text: string): Promise<boolean>
  /** Encrypts and authenticates a text for a client to return later. URL-safe. */
  seal(text: string): string
  /** Null if this extension has not sealed the text. */
  unseal(sealed: string): string | null
  /** `/p/x` → the public URL of that path of this extension. */
  url(path: string): string
  /** The public key of our node, 33 bytes in hex; `''` for a hosted backend, or before the node has responded. */
  readonly nodePubkey: string
  /** `''` before the node has responded. */
  readonly network: '' | 'mainnet' | 'testnet' | 'signet' | 'regtest'
  /** The maximum amount of one payment, in satoshis, as the operator has set it. */
  readonly maxSat: number
  /** The hosts of this service, in lower case as in a `Host` header; the first is that of `url`. */
  readonly domains: readonly string[]
  /** In the same form, hosts of public URLs that this service had before. They may still lead here. */
  readonly formerHosts: readonly string[]
}
