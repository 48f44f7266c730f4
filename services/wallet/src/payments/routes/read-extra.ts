import { invalid } from '@satchel/http/service-error'

const MAX_BYTES = 4096
const MAX_LEVELS = 5
const MAX_KEYS = 64
const MAX_TEXT_BYTES = 1024

export interface Extra {
  /** JSON text, as it is stored. */
  readonly text: string
  /** `extra.tag` when that is text. */
  readonly tag: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Reads the caller's metadata within the limits of rule D11, so that it can always be listed again. */
export function readExtra(value: object | undefined): Extra {
  if (value === undefined) return { text: '{}', tag: '', value: {} }
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooMuch(`should have at most ${MAX_BYTES} bytes as JSON`)
  let keys = 0
  const visit = (part: unknown, level: number): void => {
    if (typeof part === 'string') requireShortText(part)
    if (typeof part !== 'object' || part === null) return
    if (level > MAX_LEVELS) throw tooMuch(`should have at most ${MAX_LEVELS} levels`)
    for (const [key, inner] of Object.entries(part)) {
      keys += 1
      if (keys > MAX_KEYS) throw tooMuch(`should have at most ${MAX_KEYS} entries`)
      requireShortText(key)
      visit(inner, level + 1)
    }
  }
  visit(value, 1)
  const entries = value as Record<string, unknown>
  return { text, tag: typeof entries['tag'] === 'string' ? entries['tag'] : '', value: entries }
}

function requireShortText(text: string): void {
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES)
    throw tooMuch(`should have texts of at most ${MAX_TEXT_BYTES} bytes of UTF-8`)
  if (text.includes('\0') || !text.isWellFormed()) throw tooMuch('should have text without NUL and half characters')
}

const tooMuch = (what: string) =>
  invalid({ type: 'extra', loc: ['body', 'extra'], msg: `Input ${what}`, input: undefined })
