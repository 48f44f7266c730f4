/**
 * What a public page shows, in words and values: the host draws it, escapes it and makes it live.
 *
 * Addresses that start with `/` are below `/{ext}`: `/p/x`, `/assets/drum.svg`. Others are absolute (`ctx.url(…)` for
 * those of other extensions). Unknown kinds of address, such as `javascript:`, are shown as text.
 *
 * Without JavaScript everything can be read, scanned and followed; forms work where they name a `plain` route.
 */
export interface Page {
  readonly title: string
  /** Two letters, default `en`. The host's own few words are English. */
  readonly lang?: string
  /** Above the title: a shop's or a person's name. */
  readonly eyebrow?: string
  readonly blocks: readonly Block[]
  /**
   * Live over the socket `/ws/{channel}` of `sockets`, beside polling: with each message pending invoices are looked at
   * again, and blocks that the server would now draw differently are drawn anew. Forms and apps stay as they are.
   */
  readonly channel?: string
  /** `narrow` for a card on a phone (default), `wide` for tills, documents and sheets, `bare` for stream overlays. */
  readonly layout?: 'narrow' | 'wide' | 'bare'
  /** Names in `assets` to load. */
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  /** Installable as an app on a phone or tablet. */
  readonly installable?: boolean
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  /** Line breaks are kept. */
  | { readonly kind: 'text'; readonly text: string; readonly tone?: 'plain' | 'muted' | 'good' | 'bad' }
  /** A large amount, as people read it: `2,50 EUR`. */
  | { readonly kind: 'amount'; readonly text: string; readonly note?: string }
  /** `https:`, an image as `data:`, or one of `assets`. */
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  /**
   * A QR code with its text to copy, and a `lightning:` link when it is one (an invoice, an LNURL, a Lightning address).
   * `link` instead of that: where a tap on the code leads.
   */
  | { readonly kind: 'qr'; readonly value: string; readonly label: string; readonly link?: string }
  /** Name and value, one under the other. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | TableBlock
  | ListBlock
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly primary?: boolean }
  /** Counts down to this time, Unix seconds. */
  | { readonly kind: 'countdown'; readonly until: number; readonly label: string }
  /** How far: 3 of 10 tickets, 12 of 40 EUR. */
  | { readonly kind: 'progress'; readonly value: number; readonly of: number; readonly text: string }
  | SheetBlock
  /** A button that prints the page; it is not on the paper. */
  | { readonly kind: 'print'; readonly text: string }
  /** A page of another site, without rights on this one; `https:` only. */
  | { readonly kind: 'frame'; readonly url: string; readonly title: string }
  | FormBlock
  | InvoiceBlock
  | AppBlock

export interface TableBlock {
  readonly kind: 'table'
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Sums and the like, set apart below. */
  readonly foot?: readonly (readonly string[])[]
  /** Columns of figures, from 0: aligned to the right. */
  readonly figures?: readonly number[]
  /** Above it. */
  readonly caption?: string
}

/** Messages, tickets, times: newest or next first. */
export interface ListBlock {
  readonly kind: 'list'
  readonly items: readonly {
    readonly title: string
    /** Line breaks are kept. */
    readonly text?: string
    /** Beside the title: an amount, a time. */
    readonly note?: string
    readonly href?: string
  }[]
  /** Shown instead when there is none. */
  readonly empty?: string
}

/** Cards to print and cut out, each with a QR code: vouchers, price tags, table stands. */
export interface SheetBlock {
  readonly kind: 'sheet'
  readonly cards: readonly {
    readonly qr: string
    readonly title: string
    readonly lines?: readonly string[]
    readonly image?: string
  }[]
}

/**
 * Sends its fields as a JSON object to a route of the extension: numbers as numbers, ticks as booleans, empty optional
 * fields not at all. What the answer is decides what is shown:
 *
 * - with `payment_request` (and `payment_hash`, and `expires_at` if it is known): that invoice, until it is paid or has
 *   expired. It survives a reload of the page, also one after which the form is `closed`.
 * - a page (`{ page }`): that page, in place of this one.
 * - anything else: `done` (or `paid`, for what costs nothing). `text` and `href` of the answer win over theirs.
 * - a refusal: its `detail`, beside the field it names if it does.
 *
 * What a browser keeps of a form goes by the page and by `action`: two forms of a page have different ones.
 */
export interface FormBlock {
  readonly kind: 'form'
  /** Below `/{ext}`: `/public/x/tips`. `{name}` is replaced by the field of that name, which is then not sent. */
  readonly action: string
  /** Default POST; with GET the fields are the query. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly submit: string
  readonly fields: readonly FormField[]
  /**
   * It cannot be used now, and this says why: sold out, over, nothing free. It stands in place of the fields and the
   * button; whoever has an invoice of it open, or has paid one, still finds that here. A form that is left out takes it away.
   */
  readonly closed?: string | undefined
  /** Small print under the button. */
  readonly note?: string
  /**
   * How it works without JavaScript: a `POST` route with `form: true` that takes the fields as its query and answers
   * `{ redirect }` to a page with an invoice block. (Not the page itself: a reload would make one more invoice.) A refusal
   * is a page then, which leads back to `/p/{id}` from below `/public/{id}/`. Without it, the form says that it needs
   * JavaScript.
   */
  readonly plain?: string
  /** A `POST` route that is told the fields while they are filled in, and answers `{ text }`: what it would cost. */
  readonly quote?: string
  /**
   * What is shown when the invoice is paid, and where a button then leads; `{payment_hash}`, `{claim}` and other fields of
   * the answer and of the state are filled in. `go`: at once.
   */
  readonly paid?: PaidNote
  /** What is shown after an answer without an invoice. */
  readonly done?: PaidNote
  /** `GET` this (same placeholders) until it answers `paid: true`; default `/state/{payment_hash}`, which the host answers. */
  readonly state?: string
  /** This browser keeps where `paid` leads, and offers it on the next visit. */
  readonly remember?: boolean
  /** After an answer without an invoice the form is ready for the next: scanners, tills. */
  readonly stay?: boolean
}

export interface PaidNote {
  readonly text: string
  readonly href?: string
  /** What the button says; default `Continue`. */
  readonly label?: string
  readonly go?: boolean
}

export interface FormField {
  readonly name: string
  readonly label: string
  /**
   * `keypad`: an amount, typed on large keys; one in a form, and nothing else large beside it. `tick`: yes or no.
   * `key`: a key of the wallet, sent as `X-Api-Key` and never kept: for pages of the owner. Built-ins only.
   */
  readonly type:
    | 'text'
    | 'longtext'
    | 'email'
    | 'number'
    | 'keypad'
    | 'choice'
    | 'tick'
    | 'date'
    | 'time'
    | 'key'
    | 'hidden'
  readonly value?: string
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  /** Default 1: whole numbers. 0.01 for most currencies. */
  readonly step?: number
  readonly maxLength?: number
  readonly hint?: string
  /** Behind a number: `sat`, `EUR`. */
  readonly unit?: string
  /** Of a choice: `[value, what people read]`, with a group it stands under (a day, for times). */
  readonly options?: readonly (readonly [value: string, text: string, group?: string])[]
  /** Of a choice: buttons side by side instead of a menu. */
  readonly buttons?: boolean
  /** The value of a choice is a number. */
  readonly numeric?: boolean
  /** Quick choices under a number. */
  readonly suggestions?: readonly number[]
}

/** An invoice with its QR code, live until it is paid or expired. */
export interface InvoiceBlock {
  readonly kind: 'invoice'
  readonly paymentRequest: string
  /** Answers `{paid}`, and if it likes `{expired, text, href}`; below `/{ext}`. */
  readonly state: string
  /** As it stands now: what readers without JavaScript see, who are told to look again. Default `pending`. */
  readonly status?: 'pending' | 'paid' | 'expired'
  /** As people read it; default what the invoice says, in sat. */
  readonly amount?: string
  readonly note?: string
  readonly paid?: PaidNote
  /** Unix seconds. */
  readonly expiresAt?: number
}

/**
 * Where a script of the extension draws; `data` is handed to it as JSON in `data-json`. It talks with the page by events:
 *
 * - `document` hears `satchel:message` for every message of the channel, its JSON as `detail`.
 * - It dispatches `satchel:invoice` (bubbling) on its element, with `detail: { payment_request, state, expires_at?, amount?, text? }`,
 *   and the invoice is shown below it. The element hears `satchel:paid` or `satchel:expired` in the end, and `satchel:closed`
 *   when the visitor has left it.
 */
export interface AppBlock {
  readonly kind: 'app'
  readonly id: string
  readonly data?: unknown
  /** For readers without JavaScript. */
  readonly fallback: string
}
