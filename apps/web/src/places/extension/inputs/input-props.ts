import type { ComponentType } from 'preact'
import type { FieldShape } from '../../../api/extensions.ts'
import type { Draft, DraftValue } from '../draft.ts'
import type { Place } from '../field-problem.ts'

export interface FieldsProps {
  readonly fields: readonly FieldShape[]
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly error: unknown
  /** The path of these fields in the body. */
  readonly place?: Place
  readonly groups?: Readonly<Record<string, string>>
  /** Names of the fields that lists show. */
  readonly columns?: readonly string[]
  /** Editing an item: some fields are fixed. */
  readonly isChange?: boolean
}

export interface InputProps {
  readonly field: FieldShape
  readonly value: DraftValue
  readonly onValue: (value: DraftValue) => void
  readonly error: unknown
  readonly place: Place
  /** The currency of amounts in the same object. */
  readonly currency: DraftValue | undefined
  /** Passed in, because rows have fields, which may be rows. */
  readonly Fields: ComponentType<FieldsProps>
}
