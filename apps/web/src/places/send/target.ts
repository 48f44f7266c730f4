/** What is to be paid, or is offered: as it was read, in JSON, because an entry of the history keeps it. */
export type Target = InvoiceTarget | LinkTarget | VoucherTarget | LogInTarget

/** What a `bitcoin:` link says around what is paid. */
export interface LinkFacts {
  readonly linkMsat?: number
  /** Who is paid, and what for. */
  readonly linkText?: string
}

export interface InvoiceTarget extends LinkFacts {
  readonly kind: 'invoice'
  readonly bolt11: string
  readonly hash: string
  /** Null: the payer chooses. */
  readonly amountMsat: number | null
  readonly memo: string
  readonly payee: string
  /** The checking id of an attempt that has failed before. */
  readonly failedBefore?: string
}

/** An LNURL that can be paid, or a Lightning address. */
export interface LinkTarget extends LinkFacts {
  readonly kind: 'link'
  readonly lnurl: string
  readonly domain: string
  readonly address?: string
  readonly minMsat: number
  readonly maxMsat: number
  readonly description: string
  /** The longest comment; 0: none. */
  readonly commentLength: number
}

/** An LNURL that pays us. */
export interface VoucherTarget {
  readonly kind: 'voucher'
  readonly lnurl: string
  readonly domain: string
  readonly minMsat: number
  readonly maxMsat: number
  readonly description: string
}

export interface LogInTarget {
  readonly kind: 'log-in'
  readonly lnurl: string
  readonly domain: string
}

/** Whom a person pays, in few words. */
export const nameOf = (target: InvoiceTarget | LinkTarget): string | undefined =>
  target.kind === 'link' ? (target.address ?? target.domain) : undefined
