/** The longest memo in bytes of UTF-8: what fits into an invoice. */
export const MAX_MEMO_BYTES = 639

/** Cuts a foreign text to a memo that can be stored and shown, at a character boundary. */
export function cutMemo(text: string): string {
  const memo = text.toWellFormed().replaceAll('\0', '')
  if (Buffer.byteLength(memo) <= MAX_MEMO_BYTES) return memo
  // In streaming mode the decoder drops a character that was cut in two.
  return new TextDecoder().decode(Buffer.from(memo).subarray(0, MAX_MEMO_BYTES), { stream: true })
}
