import { ControlError } from '../journal/control-error.ts'

export type Body = Readonly<Record<string, unknown>>

/** An object with no other fields than these: a misspelt field would leave a test proving nothing. */
export function readBody(value: unknown, fields: readonly string[], what = 'The body'): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(`${what} must be a JSON object.`)
  const unknown = Object.keys(value).find((name) => !fields.includes(name))
  if (unknown !== undefined) throw wrong(`${what} has \`${unknown}\`; it may have: ${fields.join(', ')}.`)
  return value as Body
}

export const wrong = (detail: string): ControlError => new ControlError('bad_request', detail)

/** `null` is as good as absent. */
export function optional<T>(body: Body, field: string, read: (body: Body, field: string) => T): T | undefined {
  return body[field] === undefined || body[field] === null ? undefined : read(body, field)
}

const HEX_64 = /^[0-9a-f]{64}$/i

export function hexIn(body: Body, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || !HEX_64.test(value)) throw wrong(`\`${field}\` must be 64 hex characters.`)
  return value.toLowerCase()
}

export function textIn(body: Body, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '') throw wrong(`\`${field}\` must be a text.`)
  return value
}

export function flagIn(body: Body, field: string): boolean {
  const value = body[field]
  if (typeof value !== 'boolean') throw wrong(`\`${field}\` must be true or false.`)
  return value
}

/** An amount or a time that may be nothing. */
export function amountIn(body: Body, field: string): number {
  const value = body[field]
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(`\`${field}\` must be a whole number from 0.`)
  return value as number
}

export function countIn(body: Body, field: string): number {
  const value = body[field]
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(`\`${field}\` must be a whole number from 1.`)
  return value as number
}

export function oneOf<const T extends string>(body: Body, field: string, names: readonly T[]): T {
  const name = names.find((known) => known === body[field])
  if (name === undefined) throw wrong(`\`${field}\` must be one of: ${names.join(', ')}.`)
  return name
}
