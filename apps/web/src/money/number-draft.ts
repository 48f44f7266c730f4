import type { TypedNumber } from '@satchel/money/read-typed-number'

/** What a form keeps of a field for a number: its digits, or, behind this mark, a text that is not understood. */
const UNREAD = '?'

export const toNumberDraft = (typed: string, read: TypedNumber): string =>
  read.is === 'number' ? read.text : read.is === 'nothing' ? '' : UNREAD + typed

/** The text that is not understood; undefined: the draft is a number, or empty. */
export const unreadText = (draft: string): string | undefined =>
  draft.startsWith(UNREAD) ? draft.slice(UNREAD.length) : undefined
