/** Returns the problem of headers that a user sets; `undefined` = none. Never contains a value. */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name)) return 'A header name has invalid characters.'
    if (RESERVED.has(name.toLowerCase())) return `The header "${name.toLowerCase()}" cannot be set.`
    if (!FIELD_VALUE.test(value)) return `The header "${name.toLowerCase()}" has invalid characters.`
  }
  return undefined
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Visible ASCII, blanks and Latin-1: no line end, no NUL, no character of more than one byte. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that only the HTTP client sets: host, framing and encodings. */
const RESERVED = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'proxy-authorization',
  'proxy-connection',
])
