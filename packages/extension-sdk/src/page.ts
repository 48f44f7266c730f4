import type { Text } from './text.ts'

/**
 * A public page as data: the host renders and escapes it and adds live updates. It shows it in the language of the
 * visitor: write your own texts as `fixed('…')`, amounts as `amountText(…)`, and what the owner wrote as a string.
 *
 * URLs that start with `/` are below `/{ext}`: `/p/x`, `/assets/drum.svg`. All others are absolute. URLs with other schemes,
 * such as `javascript:`, are rendered as text.
 *
 * Pages work without JavaScript, except `app` blocks and forms with a key.
 */
export interface Page {
  readonly title: Text
  /** Above the title: a shop's or a person's name. */
  readonly eyebrow?: Text
  readonly blocks: readonly Block[]
  /**
   * Updates over the socket `/ws/{channel}` of `sockets`, in addition to polling: each message refreshes pending invoices
   * and every block whose content has changed. Forms are left alone, and so is a page with an app: its script listens.
   */
  readonly channel?: string
  /** `narrow` for a card on a phone (default), `wide` for tills, documents and sheets, `bare` for stream overlays. */
  readonly layout?: 'narrow' | 'wide' | 'bare'
  /** Names in `assets` to load. */
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  /**
   * Its scripts read QR codes with the camera: `document.body.dataset.reader` is the address of a worker that answers each
   * `ImageData` with what the code in it says, or null. For browsers without `BarcodeDetector`.
   */
  readonly readsCodes?: boolean
  /** A code such as `de`: for a document in the language of its sender. Default: that of the visitor. */
  readonly language?: string
  /** Branding of the shop: a picture (https) above the title, and `#rrggbb` for buttons and links. */
  readonly brand?: { readonly logo?: string; readonly color?: string }
  /** Installable as an app on a phone or tablet. */
  readonly installable?: boolean
}

export type Block =
  | { readonly kind: 'heading'; readonly text: Text }
  /** Line breaks are kept. */
  | { readonly kind: 'text'; readonly text: Text; readonly tone?: 'plain' | 'muted' | 'good' | 'bad' }
  /** A large amount: `€2.50`. */
  | { readonly kind: 'amount'; readonly text: Text; readonly note?: Text }
  /** `https:`, an image as `data:`, or one of `assets`. */
  | { readonly kind: 'image'; readonly url: string; readonly alt: Text }
  /**
   * A QR code with its text to copy. Invoices, LNURLs and Lightning addresses link to `lightning:`; `link` overrides that.
   */
  | { readonly kind: 'qr'; readonly value: string; readonly label: Text; readonly link?: string }
  /** Name and value, one under the other. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: Text, value: Text])[] }
  | TableBlock
  | ListBlock
  | { readonly kind: 'link'; readonly text: Text; readonly href: string; readonly primary?: boolean }
  /** Counts down to this time, Unix seconds. */
  | { readonly kind: 'countdown'; readonly until: number; readonly label: Text }
  /** Progress: 3 of 10 tickets, €12 of €40. */
  | { readonly kind: 'progress'; readonly value: number; readonly of: number; readonly text: Text }
  | SheetBlock
  /** A button that prints the page; it is not printed itself. */
  | { readonly kind: 'print'; readonly text: Text }
  /** A sandboxed frame with another site; `https:` only. */
  | { readonly kind: 'frame'; readonly url: string; readonly title: Text }
  | FileFrameBlock
  | FormBlock
  | InvoiceBlock
  | AppBlock

export interface TableBlock {
  readonly kind: 'table'
  readonly head: readonly Text[]
  readonly rows: readonly (readonly Text[])[]
  /** Rows with totals. */
  readonly foot?: readonly (readonly Text[])[]
  /** Indexes of numeric columns, from 0: aligned right. */
  readonly numericColumns?: readonly number[]
  /** Caption above the table. */
  readonly caption?: Text
}

/**
 * A sandboxed frame with an HTML file below `frames/` of a package (permission `frames`), on a page of a `GET` route. Its
 * scripts are files, too. They have an origin of their own: no cookies, no storage, no network, no access to this page.
 *
 * When the file has loaded, the window of the frame gets one message with `data: { satchel: 'frame', data, language }` and a
 * `MessagePort` in `ports[0]`. Through this port the scripts call routes:
 *
 * - The frame sends `{ id, route, params?, query?, body?, pay? }`. `route` is one of `routes`, `params` has the names in its
 *   path, and `id` is a number or a short string of the frame.
 * - The host answers `{ id, status, json }`. `status` 0: the service could not be reached; 429: more than 10 requests in
 *   flight or 60 in a minute. `json` is null for replies of other types.
 * - With `pay: true` the host shows the invoice of the answer (`payment_request`, `payment_hash`) below the frame, and then
 *   sends `{ id, invoice }` with `paid`, `expired` or `closed`. Status 409: an invoice is being shown.
 *
 * Anything else is ignored. A frame that sends more than 600 messages in a minute is removed.
 */
export interface FileFrameBlock {
  readonly kind: 'frame'
  /** `game.html`. */
  readonly file: string
  readonly title: Text
  /** In CSS pixels, 50 to 2000; default 400. The width is that of the page. */
  readonly height?: number
  /** Public routes that its scripts may call: `POST /public/:id/score`. */
  readonly routes?: readonly string[]
  /** Passed to its scripts. */
  readonly data?: unknown
}

/** A list of messages, tickets or times. */
export interface ListBlock {
  readonly kind: 'list'
  readonly items: readonly {
    readonly title: Text
    /** Line breaks are kept. */
    readonly text?: Text
    /** Next to the title: an amount, a time. */
    readonly note?: Text
    readonly href?: string
    /** In front of it: `https:`, or an image as `data:`. */
    readonly image?: string
  }[]
  /** Only for visitors without JavaScript: in place of an `app`. */
  readonly plainOnly?: boolean
  /** Shown if the list is empty. */
  readonly empty?: Text
}

/** Cards to print and cut out, each with a QR code: vouchers, price tags, table stands. */
export interface SheetBlock {
  readonly kind: 'sheet'
  readonly cards: readonly {
    readonly qr: string
    readonly title: Text
    readonly lines?: readonly Text[]
    readonly image?: string
  }[]
}

/**
 * Sends its fields as a JSON object to a route of the extension: numbers as numbers, checkboxes as booleans, without empty
 * optional fields. The response decides what is shown:
 *
 * - an object with `payment_request` (and `payment_hash`, optionally `expires_at`): the invoice, until it is paid or
 *   expires. It survives a reload, even if the form is `closed` by then.
 * - a page (`{ page }`): that page replaces this one.
 * - anything else: `done` (or `paid`, if it is free). `text` and `href` of the response override theirs.
 * - an error: its `detail`, next to the field that it names.
 *
 * The browser stores the state of a form by page and `action`: two forms of a page need different actions.
 *
 * Without JavaScript the host sends the same fields to the same route, and shows the same on a page with its own address.
 */
export interface FormBlock {
  readonly kind: 'form'
  /** Below `/{ext}`: `/public/x/tips`. `{name}` is replaced by the field of that name, which is then not sent. */
  readonly action: string
  /** Default POST; with GET the fields are the query. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly submit: Text
  readonly fields: readonly FormField[]
  /**
   * Why the form cannot be used now: sold out, ended, fully booked. Shown instead of fields and button. Visitors with a
   * pending or paid invoice of this form still find it here; without the form they would not.
   */
  readonly closed?: Text | undefined
  /** Small print under the button. */
  readonly note?: Text
  /** Only for visitors without JavaScript: in place of an `app`. */
  readonly plainOnly?: boolean
  /** A `POST` route that gets the fields while the user types, and responds with `{ text }`: the price, as `fixed`. */
  readonly quoteAction?: string
  /**
   * Shown when the invoice is paid, with a button. `{payment_hash}`, `{claim}` and other fields of the response and of the
   * state are filled in.
   */
  readonly paid?: PaidMessage
  /** Shown after a response without an invoice. */
  readonly done?: PaidMessage
  /** Polled until it responds with `paid: true`; same placeholders. Default `/state/{payment_hash}`, a route of the host. */
  readonly state?: string
  /** The browser stores the link of `paid` and shows it on the next visit. */
  readonly remember?: boolean
  /** Empty the form after a response without an invoice, for the next input: scanners, tills. */
  readonly clearAfterSubmit?: boolean
}

export interface PaidMessage {
  readonly text: Text
  readonly href?: string
  /** The text of the button; default `Continue`. */
  readonly label?: Text
  /** Follow `href` immediately. */
  readonly redirect?: boolean
}

export interface FormField {
  readonly name: string
  readonly label: Text
  /**
   * `keypad`: an amount with large keys; at most one per form. `checkbox`: sent as a boolean. `key`: a key of the wallet,
   * sent as `X-Api-Key` and never stored, for pages of the owner. Built-ins only. `target`: a Lightning address or an LNURL;
   * a private key, recovery words or ecash that are pasted into it or into a `public-key` do not leave the device.
   */
  readonly type:
    | 'text'
    | 'textarea'
    | 'target'
    | 'public-key'
    | 'email'
    | 'number'
    | 'keypad'
    | 'select'
    | 'checkbox'
    | 'date'
    | 'time'
    | 'key'
    | 'hidden'
  readonly value?: string
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  /**
   * Default 1: whole numbers. 0.01 for most currencies. Visitors write numbers as their language does; what could mean two
   * numbers, or has more digits than this, is not sent.
   */
  readonly step?: number
  readonly maxLength?: number
  readonly hint?: Text
  /** Unit after a number: `sat`, `EUR`. */
  readonly unit?: string
  /** Options of a select: `[value, text]`, optionally with a group (a day, for times). */
  readonly options?: readonly (readonly [value: string, text: Text, group?: Text])[]
  /** Render a select as buttons instead of a menu. */
  readonly asButtons?: boolean
  /** Send the value of a select as a number. */
  readonly numeric?: boolean
  /** Suggested values below a number. */
  readonly suggestions?: readonly number[]
}

/** An invoice with its QR code, updated until it is paid or expired. */
export interface InvoiceBlock {
  readonly kind: 'invoice'
  readonly paymentRequest: string
  /** Polled, below `/{ext}`: responds with `{paid}`, optionally `{expired, text, href}`. */
  readonly state: string
  /** The current state, for browsers without JavaScript. Default `pending`. */
  readonly status?: 'pending' | 'paid' | 'expired'
  /** The amount as text; default that of the invoice, in sat. */
  readonly amount?: Text
  readonly note?: Text
  readonly paid?: PaidMessage
  /** Unix seconds. */
  readonly expiresAt?: number
}

/**
 * An element that a script of the extension renders; `data` is in its attribute `data-json`. They communicate by events:
 *
 * - `satchel:message` on `document`, for every message of the channel, with its JSON as `detail`.
 * - The script dispatches `satchel:invoice` (bubbling) on its element, with
 *   `detail: { payment_request, state, expires_at?, amount?, text? }`, to show an invoice below it. The element then gets
 *   `satchel:paid` or `satchel:expired`, and `satchel:closed` when the visitor leaves the invoice.
 * - `satchel.say(text, values)` is a text of the extension, or the `detail` of an answer, in the language of the visitor;
 *   `satchel.money(amount, unit, digits)` an amount, as the rest of the page writes it.
 */
export interface AppBlock {
  readonly kind: 'app'
  readonly id: string
  readonly data?: unknown
  /** Shown without JavaScript. */
  readonly fallback: Text
}
