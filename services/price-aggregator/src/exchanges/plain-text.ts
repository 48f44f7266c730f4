const MAX_LENGTH = 200

/** Foreign text made fit for a log line: one line, no control or direction characters, at most 200 characters. */
export function plainText(text: string): string {
  // Cut before the expressions run, so that a body of a megabyte costs nothing.
  const cleaned = text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return cleaned.length <= MAX_LENGTH ? cleaned : `${cleaned.slice(0, MAX_LENGTH - 1).toWellFormed()}…`
}
