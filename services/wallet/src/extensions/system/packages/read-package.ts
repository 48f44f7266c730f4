import { badRequest, ServiceError } from '@satchel/http/service-error'
import type { Shape } from '@satchel/extension-sdk/shape'
import { Value } from 'typebox/value'
import { idProblem } from './extension-ids.ts'
import { FIELDS, isKnownPermission, PackageManifest, Permissions } from './package-schema.ts'
import { firstProblem, versionProblem } from './read-manifest.ts'
import type { ArchiveFiles } from './read-archive.ts'
import { isSafePattern } from './safe-pattern.ts'

const MAX_BYTES = 256 * 1024
const MAX_FIELDS = 100
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/
/** What every item has. */
const TAKEN: readonly string[] = ['id', 'wallet', 'version', 'created_at', 'updated_at', 'constructor', 'prototype']

/** `manifest.json` of an archive; 400 when it is missing, or asks for what there is not. */
export function readPackage(files: ArchiveFiles): PackageManifest {
  const file = files.get('manifest.json')
  if (file === undefined) throw refused('it has no manifest.json')
  if (file.length > MAX_BYTES) throw refused('its manifest.json is too large')
  const manifest = parsePackage(file.toString('utf8'))
  const entry = manifest.runtime?.entry
  if (manifest.runtime?.kind === 'js' && (entry === undefined || !files.has(entry))) {
    throw refused('runtime.entry names no file of it')
  }
  return manifest
}

export function parsePackage(text: string): PackageManifest {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    throw refused('its manifest.json is not JSON')
  }
  const problem = packageProblem(raw)
  if (problem !== undefined) throw refused(`in its manifest.json, ${problem}`)
  return known(raw as PackageManifest)
}

/** Only the fields that were checked; of `resource` all of them. */
function known(raw: PackageManifest): PackageManifest {
  const names = Object.keys(PackageManifest.properties).filter((name) => Object.hasOwn(raw, name))
  const manifest = Object.fromEntries(
    names.map((name) => [name, raw[name as keyof PackageManifest]]),
  ) as PackageManifest
  if (raw.permissions === undefined) return manifest
  return {
    ...manifest,
    permissions: Value.Clean(Permissions, structuredClone(raw.permissions)) as typeof raw.permissions,
  }
}

function packageProblem(raw: unknown): string | undefined {
  const { permissions } = (raw ?? {}) as { permissions?: unknown }
  const ids = Array.isArray(permissions) ? permissions.map((one: { id?: unknown } | null) => String(one?.id)) : []
  const unknownId = ids.find((id) => !isKnownPermission(id))
  if (unknownId !== undefined) return `the permission ${JSON.stringify(unknownId.slice(0, 64))} is not known here`
  if (new Set(ids).size !== ids.length) return 'a permission is there twice'
  if (!Value.Check(PackageManifest, raw)) return firstProblem(PackageManifest, raw)
  return (
    idProblem(raw.id) ??
    versionProblem(raw) ??
    (raw.runtime?.kind === 'js' && raw.resource === undefined
      ? undefined
      : shapeProblem(raw.resource ?? {}, 'resource')) ??
    filterProblem(raw) ??
    columnProblem(raw)
  )
}

function shapeProblem(shape: Readonly<Record<string, unknown>>, place: string): string | undefined {
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
  const { type } = raw as { type: string }
  const schema = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
  if (schema === undefined) return `${place} has an unknown type`
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

function filterProblem({ filters = [], resource = {} }: PackageManifest): string | undefined {
  const bad = filters.find((name) => {
    const field = Object.hasOwn(resource, name) ? (resource[name] as { index?: boolean; unique?: string }) : undefined
    return field?.index !== true && field?.unique === undefined
  })
  return bad === undefined ? undefined : `filters names "${bad}", which is not an indexed field`
}

function columnProblem({ owner, resource = {} }: PackageManifest): string | undefined {
  const bad = owner?.columns?.find((name) => !Object.hasOwn(resource, name))
  return bad === undefined ? undefined : `owner.columns names "${bad}", which is not a field`
}

const refused = (why: string): ServiceError => badRequest(`The package is refused: ${why.replace(/\.$/, '')}.`)
