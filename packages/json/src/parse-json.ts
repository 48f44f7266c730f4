/** Deeper than any accepted text. JSON.parse has no limit, but what writes or walks a value would exhaust the stack. */
export const MAX_LEVELS = 500
/** Keys in one object: each unknown key would be a separate problem in the answer. */
export const MAX_KEYS = 1000

/**
 * Parses the text of a client. Throws a SyntaxError for invalid JSON, and for text that is nested too deeply or has too
 * many keys.
 */
export function parseJson(text: string): unknown {
  if (isTooMuch(text)) throw new SyntaxError('Nested too deeply, or too many keys')
  return JSON.parse(text)
}

/** Whether a JSON text has too many levels, or an object with too many keys. Costs a tenth of parsing it. */
export function isTooMuch(text: string): boolean {
  if (!mayBeTooMuch(text)) return false
  const keys: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === COLON) {
      const last = keys.length - 1
      if ((keys[last] = (keys[last] ?? 0) + 1) > MAX_KEYS) return true
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (keys.push(0) > MAX_LEVELS) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) keys.pop()
  }
  return false
}

const [QUOTE, BACKSLASH, COLON] = [34, 92, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Most texts have few brackets and colons, and are not walked. */
const mayBeTooMuch = (text: string): boolean =>
  occursOften(text, '[', MAX_LEVELS / 2) || occursOften(text, '{', MAX_LEVELS / 2) || occursOften(text, ':', MAX_KEYS)

function occursOften(text: string, character: string, most: number): boolean {
  let found = 0
  for (let at = text.indexOf(character); at >= 0 && found <= most; at = text.indexOf(character, at + 1)) found += 1
  return found > most
}

/** The end of the text that begins at `start`: its closing quote, or the end of the input. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
