import type { Shape } from '@satchel/extension-sdk/shape'
import { Value } from 'typebox/value'
import { FIELDS } from './package-schema.ts'
import { firstProblem } from './read-manifest.ts'
import { isSafePattern } from './safe-pattern.ts'

const MAX_FIELDS = 100
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/
/** Fields that every item has. */
const TAKEN: readonly string[] = ['id', 'wallet', 'version', 'created_at', 'updated_at', 'constructor', 'prototype']

/** The problem of the fields of an item, a table or a route; undefined = none. */
export function shapeProblem(shape: Readonly<Record<string, unknown>>, place: string): string | undefined {
  const names = Object.keys(shape)
  if (names.length === 0) return `${place} has no fields`
  if (names.length > MAX_FIELDS) return `${place} has more than ${MAX_FIELDS} fields`
  for (const name of names) {
    if (!FIELD_NAME.test(name) || TAKEN.includes(name)) return `${place} cannot have a field "${name.slice(0, 64)}"`
    const problem = fieldProblem(shape[name], `${place}.${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function fieldProblem(raw: unknown, place: string): string | undefined {
  const { type, atRest } = raw as { type: string; atRest?: unknown }
  const schema = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
  if (schema === undefined) return `${place} has an unknown type`
  if (atRest === 'password') return `${place} is a password, which only built-in extensions can keep`
  if (!Value.Check(schema, raw)) return `${place}: ${firstProblem(schema, raw)}`
  const field = raw as { pattern?: string; default?: unknown; min?: number; max?: number; of?: object; unique?: string }
  const { min, max, of } = field
  if (min !== undefined && max !== undefined && min > max) return `${place} has a min above its max`
  if (field.pattern !== undefined && !isSafePattern(field.pattern)) {
    return `${place} has a pattern that is not allowed: it must go from ^ to $, without groups, and with at most one + or *`
  }
  if (field.default !== undefined && !fits(field.default, field))
    return `${place} has a default that is none of its values`
  if (of === undefined) return undefined
  if (!('scalar' in of))
    return place.split('.').length > 4 ? `${place} lies too deep` : shapeProblem(of as Shape, place)
  const { pattern } = of as { pattern?: string }
  return pattern === undefined || isSafePattern(pattern) ? undefined : `${place} has a pattern that is not allowed`
}

function fits(
  value: unknown,
  field: { pattern?: string; min?: number; max?: number; oneOf?: readonly string[] },
): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, pattern, oneOf } = field
  if (typeof value === 'number') return value >= min && value <= max
  if (typeof value !== 'string') return true
  const length = Array.from(value).length
  const allowed = oneOf === undefined || oneOf.includes(value)
  return length >= min && length <= max && allowed && (pattern === undefined || new RegExp(pattern, 'u').test(value))
}
