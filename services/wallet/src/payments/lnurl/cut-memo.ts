/** The longest memo in bytes of UTF-8: what fits into an invoice. */
export const MAX_MEMO_BYTES = 639

/** A foreign text as a memo that can be stored and shown: whole characters, as many as fit. */
export function cutMemo(text: string): string {
  const memo = text.toWellFormed().replaceAll('\0', '')
  if (Buffer.byteLength(memo) <= MAX_MEMO_BYTES) return memo
  // In streaming mode a character that was cut through is kept back.
  return new TextDecoder().decode(Buffer.from(memo).subarray(0, MAX_MEMO_BYTES), { stream: true })
}
