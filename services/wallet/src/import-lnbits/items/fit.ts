import type { Field, Shape } from '@satchel/extension-sdk/shape'
import { toText } from '../reading/values.ts'

export type Values = Record<string, unknown>

/**
 * Fits values to the shape: cuts texts, clamps numbers, and omits invalid optional values. `changed` gets the names of
 * the fields.
 */
export function fit(shape: Shape, values: Readonly<Values>, changed: (field: string) => void): Values {
  const fitted: Values = {}
  for (const [name, field] of Object.entries(shape)) {
    const given = values[name]
    if (given === undefined || given === null || given === '') {
      if ('default' in field && field.default !== undefined && field.default !== null) fitted[name] = field.default
      else if (given === '' && field.optional !== true && field.type === 'text') fitted[name] = emptyOf(field)
      continue
    }
    const value = fitOne(field, given)
    if (value === undefined) {
      changed(name)
      if ('default' in field && field.default !== undefined && field.default !== null) fitted[name] = field.default
      continue
    }
    if (JSON.stringify(value) !== JSON.stringify(given)) changed(name)
    fitted[name] = value
  }
  return fitted
}

/** A required text. */
const emptyOf = (field: Extract<Field, { type: 'text' }>): string => ((field.min ?? 0) > 0 ? '-' : '')

function fitOne(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'text': {
      const text = cut(toText(String(value)), field.max)
      if (text.length < (field.min ?? 0)) return '-'
      if (field.oneOf !== undefined && !field.oneOf.includes(text)) return undefined
      return field.pattern === undefined || new RegExp(field.pattern, 'u').test(text) ? text : undefined
    }
    case 'url':
      return isUrl(value) ? value : undefined
    case 'int':
    case 'sat':
    case 'msat':
    case 'money':
    case 'percent':
      return fitNumber(field, value)
    case 'bool':
      return value === true
    case 'json':
      return Buffer.byteLength(JSON.stringify(value)) <= field.maxBytes ? value : undefined
    case 'list':
      return Array.isArray(value) && value.length >= (field.minItems ?? 0) ? value.slice(0, field.maxItems) : undefined
    default:
      return value
  }
}

function fitNumber(field: Extract<Field, { min?: number; max?: number }>, value: unknown): number | undefined {
  const number = Number(value)
  if (!Number.isFinite(number)) return undefined
  const { type } = field as Field
  const whole = type === 'money' || type === 'percent' ? number : Math.trunc(number)
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = field as { min?: number; max?: number }
  return Math.min(Math.max(whole, min), max)
}

/** No half characters at the end. */
const cut = (text: string, max: number): string =>
  text
    .slice(0, max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')

const isUrl = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > 2000) return false
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}
