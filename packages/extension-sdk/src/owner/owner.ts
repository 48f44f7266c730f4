import type { Translations } from '../text.ts'

export type OwnerCategory = 'receive' | 'pay' | 'shop' | 'connect' | 'device' | 'identity' | 'automate'

/**
 * How the web app lays out an item: `sell`: what was sold today first; `get-paid`: its code first; `connect`: its state,
 * budget and last use first.
 */
export const OWNER_LAYOUTS = ['sell', 'get-paid', 'connect'] as const
export type OwnerLayout = (typeof OWNER_LAYOUTS)[number]

/** How much of a limit is used, by field: `spent_today` of `daily_limit`. */
export interface OwnerMeter {
  readonly used: string
  readonly limit: string
  /** The list field whose elements have these fields: `budgets`. */
  readonly list?: string
}

/** A link of an item to another page. */
export interface OwnerLink {
  /** Its label is `link.<id>`. */
  readonly id: string
  /** `open`: a page; `copy`, `qr` and `nfc` use the value of a field; `print` and `download`: a file. */
  readonly kind: 'open' | 'copy' | 'qr' | 'nfc' | 'print' | 'download'
  /** Below `/{ext}`, with names of fields in braces: `/csv/{hash}`. */
  readonly path?: string
  /** The field whose value is used. */
  readonly field?: string
}

/** Presentation of a field in a form. */
export interface OwnerField {
  /** Fields of one group stand together. */
  readonly group?: string
  /** Shown only when the owner asks for it. */
  readonly advanced?: boolean
  /** Example of an input. */
  readonly example?: string
  /** Reason why the web app does not show it. */
  readonly hidden?: string
}

/** What the web app adds to a route of the owner; routes without an entry are shown with the defaults. */
export interface OwnerAction {
  /** The owner confirms it first. Default: for `DELETE`. */
  readonly danger?: boolean
  /** Reason why the web app does not show it. */
  readonly hidden?: string
}

/**
 * The pages that the web app draws for the owner of an extension: list, form and item. Everything is optional; fields,
 * lists and actions come from the definition itself. Texts are in `texts`, by language.
 */
export interface OwnerPages {
  readonly category?: OwnerCategory
  /** Default: that of the category. */
  readonly layout?: OwnerLayout
  /** Made for shops. Default: true for `sell`. */
  readonly forShops?: boolean
  /** The hue of the icon in the web app, OKLCH degrees, 0 to 359; default made from the id. */
  readonly hue?: number
  /** The field with the state of an item: a choice or a switch. Default: `status`, `enabled`, `revoked` or the like. */
  readonly state?: string
  /** Fields shown large on top of an item; default the first amounts and counts that the extension sets. */
  readonly figures?: readonly string[]
  readonly meters?: readonly OwnerMeter[]
  /** The list whose last rows are shown on top, by id: `sales`; default the first list of an item. */
  readonly entries?: string
  /** The public page of an item, below `/{ext}`, with names of fields in braces: `/p/{id}`. Items answer it as `page_url`. */
  readonly page?: string
  /** The field whose value is the QR code of an item (`qr_url`); default its page. */
  readonly code?: string
  /** Fields shown in lists, the title first; default the first three. */
  readonly columns?: readonly string[]
  readonly fields?: Readonly<Record<string, OwnerField>>
  readonly links?: readonly OwnerLink[]
  /** By route: `'POST /api/v1/:id/rekey'`. */
  readonly actions?: Readonly<Record<string, OwnerAction>>
  /**
   * `readTranslations(import.meta.url)`. The keys: `field.amount`, `help.amount`, `option.state.paid`, `group.page`,
   * `action.rekey`, `list.tickets`.
   */
  readonly texts?: Translations
}
