import type { CatalogueState, Release } from './catalogue-release.ts'
import type { ReadManifest } from './read-manifest.ts'
import type { Revocation } from './package-schema.ts'
import { satisfiesRange } from './version-bounds.ts'

/** One source's list, as it was fetched last. */
export interface SourceList {
  readonly source: string
  readonly manifest: Pick<ReadManifest, 'entries' | 'revocations' | 'rejected'>
  /** Releases that are in no manifest: of repositories, and dropped archives. */
  readonly more: readonly Release[]
  /** Unix seconds. */
  readonly fetchedAt: number | undefined
}

/** One list of all. A version whose digest two sources tell differently stands only as the first tells it. */
export function mergeCatalogues(lists: readonly SourceList[], builtIn: (extId: string) => boolean): CatalogueState {
  const rejected = lists.flatMap(({ source, manifest }) => manifest.rejected.map((one) => ({ ...one, source })))
  const digests = new Map<string, string>()
  const releases = lists
    .flatMap((list) => listedBy(list))
    .filter((release) => {
      const { extId, version, hash, source } = release
      const name = `${extId} ${version}`
      const known = digests.get(name)
      const reason = builtIn(extId)
        ? 'The id is that of a built-in.'
        : known !== undefined && hash !== undefined && known !== hash
          ? `Version ${version} has another digest elsewhere.`
          : undefined
      if (reason !== undefined) rejected.push({ id: extId, source, reason })
      else if (hash !== undefined) digests.set(name, hash)
      return reason === undefined
    })
  const byId = Map.groupBy(releases, ({ extId }) => extId)
  const times = lists.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [fetchedAt]))
  return {
    releases,
    releasesOf: (extId) => byId.get(extId) ?? [],
    rejected,
    sources: [...new Set([...lists.map(({ source }) => source), ...releases.map(({ source }) => source)])],
    fetchedAt: times.length === 0 ? undefined : Math.min(...times),
    isRevoked({ source, ...what }) {
      const own = lists.filter((list) => list.source === source)
      return own.some(({ manifest }) => isRevoked(manifest.revocations, what))
    },
  }
}

function listedBy({ source, manifest, more }: SourceList): Release[] {
  const listed = manifest.entries.map((entry): Release => {
    const { id: extId, version, hash, archive } = entry
    const revoked = isRevoked(manifest.revocations, { extId, version, hash })
    return { extId, version, hash, computed: false, source, archive, entry, revoked }
  })
  return [...listed, ...more]
}

/** A source takes back what is its own, never what others have published. */
const isRevoked = (
  revocations: readonly Revocation[],
  { extId, version, hash }: { extId: string; version: string; hash: string },
): boolean =>
  revocations.some((one) =>
    typeof one === 'string' ? one.toLowerCase() === hash : one.id === extId && satisfiesRange(version, one.range),
  )
