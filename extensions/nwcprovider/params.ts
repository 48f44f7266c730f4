import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Json } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'

/** Parameters of a request, of any type. */
export type Params = Readonly<Record<string, unknown>>

/** A whole number; absent = undefined. */
export function readInteger(params: Params, name: string, least: number, most: number): number | undefined {
  const value = params[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    throw reject(`${name}: must be a whole number from ${least} to ${most}.`)
  }
  return value
}

/** Text; absent or empty = undefined. */
export function readText(params: Params, name: string, most: number): string | undefined {
  const value = params[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > most) {
    throw reject(`${name}: must be text of at most ${most} characters.`)
  }
  return value
}

export function readHash(params: Params, name: string): string | undefined {
  const value = readText(params, name, 64)?.toLowerCase()
  if (value !== undefined && !/^[0-9a-f]{64}$/.test(value)) throw reject(`${name}: must be 64 hex digits.`)
  return value
}

const MAX_METADATA_BYTES = 3000

/** The metadata that the app attaches to a payment: an object, returned with the payment. Absent = undefined. */
export function readMetadata({ metadata }: Params): Readonly<Record<string, Json>> | undefined {
  if (metadata === undefined || metadata === null) return undefined
  if (typeof metadata !== 'object' || Array.isArray(metadata)) throw reject('metadata: must be an object.')
  if (utf8ToBytes(JSON.stringify(metadata)).length > MAX_METADATA_BYTES) {
    throw reject(`metadata: must have at most ${MAX_METADATA_BYTES} bytes as JSON.`)
  }
  return metadata as Record<string, Json>
}
