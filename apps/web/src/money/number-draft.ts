import type { TypedNumber } from '@satchel/money/read-typed-number'

/** The prefix of a number draft that could not be parsed; the typed text follows. */
const UNREAD = '?'

export const toNumberDraft = (typed: string, read: TypedNumber): string =>
  read.is === 'number' ? read.text : read.is === 'nothing' ? '' : UNREAD + typed

/** The unparsed text; undefined: the draft is a number, or empty. */
export const unreadText = (draft: string): string | undefined =>
  draft.startsWith(UNREAD) ? draft.slice(UNREAD.length) : undefined
