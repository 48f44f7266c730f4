import type { Json } from '../context.ts'
import type { Visibility } from '../shape.ts'
import type { OwnerCategory, OwnerLayout, OwnerLink, OwnerMeter } from './owner.ts'

/** A field as the web app draws it. */
export interface DescribedField {
  readonly name: string
  /** As in the SDK; `text` and `int` for the elements of plain lists. */
  readonly type: string
  /** The meaning of a text or a number, if it has a control of its own (field-kinds.ts). */
  readonly as?: string
  readonly label: string
  readonly help?: string
  readonly group?: string
  readonly advanced?: boolean
  readonly example?: string
  /** Required. */
  readonly required: boolean
  /** `null` removes it. */
  readonly optional: boolean
  /** Set by the extension. */
  readonly server: boolean
  /** Cannot be changed later. */
  readonly fixed: boolean
  readonly show: Visibility
  readonly default?: Json
  readonly min?: number
  readonly max?: number
  /** Allowed values; for a time, the meaning of zero. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** For a list: the fields of an element; a plain value has one field, without a name. */
  readonly of?: readonly DescribedField[]
  readonly isPlain?: boolean
  readonly maxItems?: number
  readonly minItems?: number
}

export interface DescribedAction {
  readonly id: string
  readonly label: string
  readonly method: string
  /** Below the service: `/events/api/v1/{id}/tickets/{ticket}/register`. */
  readonly path: string
  /** The object of the action: an item, a row of a list, or the extension. */
  readonly of: 'item' | 'row' | 'extension'
  /** For a row: the parameter of the path, and the field of the row with its value. */
  readonly row?: { readonly param: string; readonly field: string }
  readonly danger: boolean
  readonly confirm?: string
  readonly fields: readonly DescribedField[]
  readonly answer: readonly DescribedField[]
}

/** Names of the fields that a row of a list shows. */
export interface DescribedRow {
  readonly title?: string
  readonly amount?: string
  readonly time?: string
  readonly state?: string
}

/** Rows below an item: tickets, sales; or one object, such as settings. */
export interface DescribedList {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly of: 'item' | 'extension'
  readonly kind: 'list' | 'object'
  /** With `limit` and `offset`. */
  readonly paged: boolean
  readonly fields: readonly DescribedField[]
  readonly row: DescribedRow
  readonly actions: readonly DescribedAction[]
}

export interface DescribedLink extends OwnerLink {
  readonly label: string
}

/** What the web app needs to draw the owner's pages of an extension. */
export interface OwnerDescription {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly category?: OwnerCategory
  readonly layout: OwnerLayout
  /** The name of the field with the state of an item. */
  readonly state?: string
  /** Names of fields shown large. */
  readonly figures: readonly string[]
  readonly meters: readonly OwnerMeter[]
  /** The id of the list whose last rows are shown on top. */
  readonly entries?: string
  readonly noun: { readonly one: string; readonly many: string }
  /** Path of the five operations: `/lnurlp/api/v1/`. */
  readonly base: string
  readonly columns: readonly string[]
  /** Names of fields that filter the list. */
  readonly filters: readonly string[]
  readonly fields: readonly DescribedField[]
  /** Options of the creation that are not stored. */
  readonly options: readonly DescribedField[]
  readonly groups: Readonly<Record<string, string>>
  readonly links: readonly DescribedLink[]
  readonly lists: readonly DescribedList[]
  readonly actions: readonly DescribedAction[]
}
