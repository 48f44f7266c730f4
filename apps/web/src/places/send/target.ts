/** A decoded text, stored as JSON in a history entry. */
export type Target = InvoiceTarget | LinkTarget | VoucherTarget | LogInTarget

/** Amount and texts of a `bitcoin:` link. */
export interface LinkFacts {
  readonly linkMsat?: number
  /** Payee and purpose. */
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
  /** The checking id of an earlier failed attempt. */
  readonly failedBefore?: string
}

/** An LNURL-pay link, or a Lightning address. */
export interface LinkTarget extends LinkFacts {
  readonly kind: 'link'
  readonly lnurl: string
  readonly domain: string
  readonly address?: string
  readonly minMsat: number
  readonly maxMsat: number
  readonly description: string
  /** Maximum length of a comment; 0: not accepted. */
  readonly commentLength: number
}

/** An LNURL-withdraw link. */
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

/** A short name of the payee. */
export const nameOf = (target: InvoiceTarget | LinkTarget): string | undefined =>
  target.kind === 'link' ? (target.address ?? target.domain) : undefined
