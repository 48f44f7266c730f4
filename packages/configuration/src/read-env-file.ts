import { parseEnv } from 'node:util'

/** The variables of a `.env` file, by the usual rules of quoting. Throws with file and line when a line is none. */
export function readEnvFile(file: string, text: string): Readonly<Record<string, string>> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const [, value] = /^\s*(?:export\s+)?[A-Za-z_][\w.]*\s*=\s*(.*)$/.exec(line) ?? []
    if (value === undefined) throw new Error(`${file}:${at + 1}: must be NAME=value, a comment or empty`)
    const quote = /^["'`]/.exec(value)?.[0]
    if (quote === undefined || value.includes(quote, 1)) continue
    const end = lines.findIndex((later, index) => index > at && later.includes(quote))
    if (end < 0) throw new Error(`${file}:${at + 1}: the quote ${quote} is not closed`)
    at = end
  }
  return Object.fromEntries(
    Object.entries(parseEnv(lines.join('\n'))).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
