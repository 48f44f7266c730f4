import type { Translations } from '../text.ts'

export type OwnerCategory = 'receive' | 'pay' | 'shop' | 'connect' | 'device' | 'identity' | 'automate'

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
