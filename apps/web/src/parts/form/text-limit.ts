import { t } from '../../language/language.ts'

export interface TextLimit {
  readonly max: number
  /** Invoices count the bytes of a text, others its characters. */
  readonly inBytes?: boolean
}

/** What an invoice carries (BOLT 11). */
export const MEMO_LIMIT: TextLimit = { max: 639, inBytes: true }

/** From this part of the limit on a text shows its count. */
const NEAR = 0.8

export const lengthOf = (text: string, { inBytes }: TextLimit): number =>
  inBytes === true ? new TextEncoder().encode(text).length : Array.from(text).length

/** How long a text is, near its limit; and why it is refused, behind it. Nothing is cut. */
export function limitTexts(text: string, limit: TextLimit): { readonly count?: string; readonly refused?: string } {
  const used = lengthOf(text, limit)
  const { max, inBytes = false } = limit
  if (used > max) return { refused: t(inBytes ? 'form.too-many-bytes' : 'form.too-long', { over: used - max, max }) }
  return used < max * NEAR ? {} : { count: t(inBytes ? 'form.bytes' : 'form.characters', { used, max }) }
}
