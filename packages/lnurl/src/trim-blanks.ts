/** Shows as a blank or as nothing: also no-break and zero-width characters, marks of direction and control characters. */
export const BLANKS = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`

const BLANK = new RegExp(`[${BLANKS}]`, 'u')

/** The text without blanks at its ends: people copy them along with what they paste. */
export function trimBlanks(text: string): string {
  // Letter by letter: a regular expression that is anchored at the end would read long runs of blanks again and again.
  const letters = Array.from(text)
  let start = 0
  let end = letters.length
  while (start < end && BLANK.test(letters[start] ?? '')) start += 1
  while (end > start && BLANK.test(letters[end - 1] ?? '')) end -= 1
  return letters.slice(start, end).join('')
}

const EVERY = new RegExp(`[${BLANKS}]+`, 'gu')

/** For codes with a checksum, whose lines and groups are joined. */
export const withoutBlanks = (text: string): string => text.replaceAll(EVERY, '')
