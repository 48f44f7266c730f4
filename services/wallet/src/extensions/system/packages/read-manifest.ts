import { parseJson } from '@satchel/json/parse-json'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { idProblem } from './extension-ids.ts'
import { CatalogueEntry, isKnownPermission, RepositoryEntry, Revocation } from './package-schema.ts'
import { isGenuine, releaseText, revocationText } from './publisher-signature.ts'
import { isRange, isVersion } from './version-bounds.ts'

/** An entry that cannot be installed, and why; shown to operators only. */
export interface Rejected {
  readonly id: string
  readonly reason: string
}

/** A parsed catalogue: its valid and its rejected entries (rule W15). */
export interface ReadManifest {
  readonly entries: readonly CatalogueEntry[]
  readonly repositories: readonly RepositoryEntry[]
  readonly revocations: readonly Revocation[]
  readonly rejected: readonly Rejected[]
}

const MAX_ENTRIES = 5000

/** Throws, with a sentence, when it is no catalogue; an invalid entry does not affect the others. */
export function readManifest(text: string): ReadManifest {
  const value = parse(text)
  const { extensions = [], repos = [], revoked = [] } = value
  if (!isList(extensions) || !isList(repos) || !isList(revoked)) {
    throw new Error('It has no lists of extensions and repositories.')
  }
  const rejected: Rejected[] = []
  const entries = extensions.flatMap((raw) => {
    const problem = entryProblem(raw)
    if (problem === undefined) return [normalised(raw as CatalogueEntry)]
    rejected.push({ id: idOf(raw), reason: problem })
    return []
  })
  const repositories = repos.flatMap((raw) => {
    const problem = Value.Check(RepositoryEntry, raw) ? idProblem(raw.id) : firstProblem(RepositoryEntry, raw)
    if (problem === undefined) return [Value.Clean(RepositoryEntry, structuredClone(raw)) as RepositoryEntry]
    rejected.push({ id: idOf(raw), reason: problem })
    return []
  })
  const revocations = revoked.filter((raw): raw is Revocation => {
    if (!Value.Check(Revocation, raw)) return false
    if (typeof raw === 'string') return true
    if ('range' in raw && !isRange(raw.range)) return false
    if (isGenuine(raw, revocationText(raw))) return true
    rejected.push({ id: idOf(raw), reason: 'A revocation of it is not signed by the key that it names.' })
    return false
  })
  return { entries, repositories, revocations, rejected }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('It is not a JSON object.')
  return value as Record<string, unknown>
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length <= MAX_ENTRIES

/** Unknown keys are not kept. Two spellings of one digest are one digest. */
function normalised(entry: CatalogueEntry): CatalogueEntry {
  const known = Value.Clean(CatalogueEntry, structuredClone(entry)) as CatalogueEntry
  return { ...known, hash: known.hash.toLowerCase() }
}

function entryProblem(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return 'It is not an object.'
  const { permissions } = raw as { permissions?: unknown }
  const unknownOne = Array.isArray(permissions) && permissions.find((one) => !isKnownPermission(permissionId(one)))
  if (unknownOne) return `It asks for the unknown permission ${JSON.stringify(permissionId(unknownOne))}.`
  if (!Value.Check(CatalogueEntry, raw)) return firstProblem(CatalogueEntry, raw)
  return idProblem(raw.id) ?? versionProblem(raw) ?? (isGenuine(raw, releaseText(raw)) ? undefined : NOT_GENUINE)
}

const NOT_GENUINE = 'Its signature is not one of the publisher that it names.'

const permissionId = (raw: unknown): string => String((raw as { id?: unknown } | null)?.id).slice(0, 64)

/** Rejects an entry with an unreadable version bound (rule D13). */
export function versionProblem(about: {
  readonly version: string
  readonly min_service_version?: string
  readonly max_service_version?: string
}): string | undefined {
  const bad = (['version', 'min_service_version', 'max_service_version'] as const).find((name) => {
    const text = about[name]
    return text !== undefined && !isVersion(text)
  })
  return bad && `${bad} is not a version.`
}

/** The first problem, with its place. */
export function firstProblem(schema: TSchema, value: unknown): string {
  const [error] = Value.Errors(schema, value)
  const place = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  return `${place === '' ? 'It' : place} ${error?.message ?? 'is wrong'}.`
}

const idOf = (raw: unknown): string => {
  const id = (raw as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id.slice(0, 128) : ''
}
