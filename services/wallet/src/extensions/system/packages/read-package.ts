import { FRAME_FOLDER, requireFrameFile } from '@satchel/extension-sdk/package/frame-files'
import { badRequest, type ServiceError } from '@satchel/http/service-error'
import { parseJson } from '@satchel/json/parse-json'
import { LIMITS } from '@satchel/sandbox/limits'
import { Value } from 'typebox/value'
import { codeProblem } from './code-problem.ts'
import { idProblem } from './extension-ids.ts'
import { isKnownPermission, PackageManifest, Permissions } from './package-schema.ts'
import type { ArchiveFiles } from './read-archive.ts'
import { firstProblem, versionProblem } from './read-manifest.ts'
import { shapeProblem } from './shape-problem.ts'

const MAX_BYTES = 256 * 1024

/** Reads `manifest.json` of an archive; 400 when it is missing, or asks for something unknown. */
export function readPackage(files: ArchiveFiles): PackageManifest {
  const file = files.get('manifest.json')
  if (file === undefined) throw refused('it has no manifest.json')
  if (file.length > MAX_BYTES) throw refused('its manifest.json is too large')
  const manifest = parsePackage(file.toString('utf8'))
  const { runtime, code } = manifest
  if (runtime?.kind === 'js') {
    if (runtime.entry === undefined || !files.has(runtime.entry)) throw refused('runtime.entry names no file of it')
    if ((files.get(runtime.entry)?.length ?? 0) > LIMITS.sourceBytes) throw refused('its code is longer than 1 MB')
    if (code === undefined) throw refused('its manifest.json does not describe its code: npm run pack-extension does')
    requireFrames(files, code.frames)
  }
  return manifest
}

function requireFrames(files: ArchiveFiles, names: readonly string[] = []): void {
  for (const name of names) {
    const content = files.get(`${FRAME_FOLDER}/${name}`)
    if (content === undefined) throw refused(`code.frames names "${name}", which is no file in ${FRAME_FOLDER}/`)
    try {
      requireFrameFile(name, content.length)
    } catch (error) {
      throw refused((error as Error).message)
    }
  }
}

export function parsePackage(text: string): PackageManifest {
  let raw: unknown
  try {
    raw = parseJson(text)
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
    shapeProblem(raw.resource ?? {}, 'resource') ??
    filterProblem(raw) ??
    ownerProblem(raw) ??
    codeProblem(raw)
  )
}

function filterProblem({ filters = [], resource = {} }: PackageManifest): string | undefined {
  const bad = filters.find((name) => {
    const field = Object.hasOwn(resource, name) ? (resource[name] as { index?: boolean; unique?: string }) : undefined
    return field?.index !== true && field?.unique === undefined
  })
  return bad === undefined ? undefined : `filters names "${bad}", which is not an indexed field`
}

function ownerProblem({ owner, resource = {} }: PackageManifest): string | undefined {
  const { columns = [], figures = [], state, meters = [] } = owner ?? {}
  const shown = meters.flatMap(({ list, used, limit }) => (list === undefined ? [used, limit] : [list]))
  const named = { columns, figures, state: state === undefined ? [] : [state], meters: shown }
  for (const [place, names] of Object.entries(named)) {
    const bad = names.find((name) => !Object.hasOwn(resource, name))
    if (bad !== undefined) return `owner.${place} names "${bad}", which is not a field`
  }
  return undefined
}

const refused = (why: string): ServiceError => badRequest(`The package is refused: ${why.replace(/\.$/, '')}.`)
