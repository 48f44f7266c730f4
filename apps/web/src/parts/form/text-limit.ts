import { t } from '../../language/language.ts'

export interface TextLimit {
  readonly max: number
  /** BOLT 11 limits bytes; other limits count characters. */
  readonly inBytes?: boolean
}

/** The description limit of BOLT 11. */
export const MEMO_LIMIT: TextLimit = { max: 639, inBytes: true }

/** A text shows its count from this part of the limit on. */
const COUNT_FROM = 0.8

export const lengthOf = (text: string, { inBytes }: TextLimit): number =>
  inBytes === true ? new TextEncoder().encode(text).length : Array.from(text).length

/** A count near the limit, an error beyond it. Text is never cut. */
export function limitTexts(text: string, limit: TextLimit): { readonly count?: string; readonly refused?: string } {
  const used = lengthOf(text, limit)
  const { max, inBytes = false } = limit
  if (used > max) return { refused: t(inBytes ? 'form.too-many-bytes' : 'form.too-long', { over: used - max, max }) }
  return used < max * COUNT_FROM ? {} : { count: t(inBytes ? 'form.bytes' : 'form.characters', { used, max }) }
}
