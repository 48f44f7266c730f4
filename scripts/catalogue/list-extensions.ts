import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeCatalogues } from '../../services/wallet/src/extensions/system/catalogue/merge-catalogues.ts'
import type {
  CatalogueEntry,
  PackageManifest,
} from '../../services/wallet/src/extensions/system/packages/package-schema.ts'
import { readManifest } from '../../services/wallet/src/extensions/system/packages/read-manifest.ts'
import { compareVersions } from '../../services/wallet/src/extensions/system/packages/version-bounds.ts'
import type { ArchivedPackage } from './read-packages.ts'

export interface ListedRelease {
  readonly entry: CatalogueEntry
  readonly manifest: PackageManifest
  readonly archive: Buffer
  readonly revoked: boolean
}

export interface ListedExtension {
  readonly id: string
  /** Newest first. */
  readonly releases: readonly [ListedRelease, ...ListedRelease[]]
}

export interface Listed {
  /** `catalogue.json`: exactly what servers read as a source. */
  readonly text: string
  /** By name. */
  readonly extensions: readonly ListedExtension[]
}

/** The manifest, checked by the code that servers check it with. Throws all problems at once. */
export function listExtensions(
  packages: readonly ArchivedPackage[],
  revoked: readonly unknown[],
  url: string | undefined,
): Listed {
  const extensions = packages.toSorted(inOrder).map((one) => toEntry(one, url))
  const text = `${JSON.stringify({ extensions, repos: [], revoked }, null, 2)}\n`
  const manifest = readManifest(text)
  const list = { source: 'site', manifest, more: [], fetchedAt: undefined }
  // Packages must not use the ids of built-ins.
  const merged = mergeCatalogues([list], () => false)
  const problems = merged.rejected.map(({ id, reason }) => `${id}: ${reason}`)
  if (manifest.revocations.length < revoked.length) problems.push('revoked.json: not all of it are revocations')
  const names = packages.map(({ manifest: { id, version } }) => `${id} ${version}`)
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at))) {
    problems.push(`${name}: there are several archives of this version`)
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const releases = merged.releases.map((release) => {
    const { archive, manifest: inside } = packages.find(({ hash }) => hash === release.hash) as ArchivedPackage
    return { entry: release.entry as CatalogueEntry, manifest: inside, archive, revoked: release.revoked }
  })
  return { text, extensions: byExtension(releases) }
}

/** By id, then newest first. */
const inOrder = ({ manifest: a }: ArchivedPackage, { manifest: b }: ArchivedPackage): number =>
  a.id === b.id ? compareVersions(b.version, a.version) : a.id < b.id ? -1 : 1

/** The URL of the archive, relative to the manifest. */
export const archivePath = ({ id, version }: Pick<CatalogueEntry, 'id' | 'version'>): string =>
  `packages/${id}-${version}.zip`

function toEntry({ manifest, hash, stated }: ArchivedPackage, url: string | undefined): Partial<CatalogueEntry> {
  const { id, name, version, short_description, icon, contributors, notes, permissions = [] } = manifest
  const path = archivePath(manifest)
  return {
    id,
    name,
    version,
    short_description,
    icon,
    contributors,
    min_service_version: manifest.min_service_version,
    max_service_version: manifest.max_service_version,
    notes,
    permissions,
    archive: url === undefined ? path : new URL(path, url).href,
    hash,
    ...stated,
  } as Partial<CatalogueEntry>
}

/** The releases are in the order of the manifest. */
function byExtension(releases: readonly ListedRelease[]): ListedExtension[] {
  const groups = Map.groupBy(releases, ({ entry }) => entry.id)
  const extensions = [...groups].map(([id, own]) => ({ id, releases: own as [ListedRelease, ...ListedRelease[]] }))
  return extensions.toSorted((a, b) => newestOf(a).entry.name.localeCompare(newestOf(b).entry.name, 'en'))
}

/** The newest version that is not revoked; if all are revoked, the newest. */
export const newestOf = ({ releases }: ListedExtension): ListedRelease =>
  releases.find(({ revoked }) => !revoked) ?? releases[0]

/** `revoked.json` of the folder: the list of the manifest, as the guide describes it. */
export function readRevoked(folder: string): readonly unknown[] {
  const path = join(folder, 'revoked.json')
  if (!existsSync(path)) return []
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(value)) throw new Error(`${path}: must be a JSON array`)
  return value
}
