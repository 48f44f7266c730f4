/** Shows as a blank or as nothing: also no-break and zero-width characters, marks of direction and control characters. */
export const BLANKS = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`

const BLANK = new RegExp(`[${BLANKS}]`, 'u')

const PLAIN_ENDS = /^[!-~].*[!-~]$/s

/** The text without blanks at its ends: people copy them with a code. */
export function trimBlanks(text: string): string {
  if (PLAIN_ENDS.test(text)) return text
  const letters = Array.from(text)
  let start = 0
  while (start < letters.length && BLANK.test(letters[start] ?? '')) start += 1
  return letters.slice(start, endWithout(BLANK, letters, start)).join('')
}

const END_MARK = /["'“”„‘’«»‹›>)\]},.;:!?]/u

/** The text without the marks of a sentence at its end; its first letter stays. */
export function trimEndMarks(text: string): string {
  const letters = Array.from(text)
  return letters.slice(0, endWithout(END_MARK, letters, 1)).join('')
}

/** Letter by letter: a regular expression that is anchored at the end would read long runs again and again. */
function endWithout(unwanted: RegExp, letters: readonly string[], start: number): number {
  let end = letters.length
  while (end > start && unwanted.test(letters[end - 1] ?? '')) end -= 1
  return end
}

const EVERY = new RegExp(`[${BLANKS}]+`, 'gu')

/** For codes with a checksum, whose lines and groups are joined. */
export const withoutBlanks = (text: string): string => text.replaceAll(EVERY, '')
