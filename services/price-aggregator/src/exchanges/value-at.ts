import type { JsonPath } from './source.ts'

/**
 * The value at the path, or undefined. Names read only own members of an object and numbers only elements of a list: a
 * step such as `constructor` or `length` never finds anything that the exchange did not send.
 */
export function valueAt(json: unknown, path: JsonPath, key?: string): unknown {
  let value = json
  for (const step of path) value = memberOf(value, step === '{key}' && key !== undefined ? key : step)
  return value
}

function memberOf(value: unknown, step: string | number): unknown {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined
}
