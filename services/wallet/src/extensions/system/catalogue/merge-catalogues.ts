import type { CatalogueEntry, Revocation } from '../packages/package-schema.ts'
import type { ReadManifest } from '../packages/read-manifest.ts'
import { satisfiesRange } from '../packages/version-bounds.ts'
import type { CatalogueState, Release } from './catalogue-release.ts'

/** The last fetched list of one source. */
export interface SourceList {
  readonly source: string
  readonly manifest: Pick<ReadManifest, 'entries' | 'revocations' | 'rejected'>
  /** Releases that are in no manifest: of repositories, and dropped archives. */
  readonly more: readonly Release[]
  /** Unix seconds. */
  readonly fetchedAt: number | undefined
}

/** Merges all lists. If two sources state different digests for a version, only the first one counts. */
export function mergeCatalogues(lists: readonly SourceList[], builtIn: (extId: string) => boolean): CatalogueState {
  const rejected = lists.flatMap(({ source, manifest }) => manifest.rejected.map((one) => ({ ...one, source })))
  const digests = new Map<string, string>()
  const releases = lists
    .flatMap((list) => listedBy(list, lists))
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
    isRevoked: ({ entry, ...what }) =>
      isRevoked(lists, { ...what, publisher: (JSON.parse(entry) as Partial<CatalogueEntry>).publisher }),
  }
}

function listedBy({ source, manifest, more }: SourceList, lists: readonly SourceList[]): Release[] {
  const listed = manifest.entries.map((entry): Release => {
    const { id: extId, version, hash, publisher } = entry
    const archive = addressOf(entry.archive, source)
    const revoked = isRevoked(lists, { extId, version, hash, source, publisher })
    return { extId, version, hash, computed: false, source, archive, entry, revoked }
  })
  return [...listed, ...more]
}

/** A relative address counts from the manifest, so that a catalogue works unchanged on every host. */
const addressOf = (archive: string, manifest: string): string =>
  !URL.canParse(archive) && URL.canParse(archive, manifest) ? new URL(archive, manifest).href : archive

interface Installable {
  readonly extId: string
  readonly version: string
  readonly hash: string
  readonly source: string
  /** The signer; undefined = unsigned. */
  readonly publisher: string | undefined
}

/**
 * A publisher revokes a signed release by its signature, in any catalogue; a catalogue revokes its own unsigned
 * releases.
 */
const isRevoked = (lists: readonly SourceList[], one: Installable): boolean =>
  lists.some((list) =>
    list.manifest.revocations.some((revocation) => {
      const by = typeof revocation === 'string' ? undefined : revocation.publisher
      const counts = one.publisher === undefined ? list.source === one.source : by === one.publisher
      return counts && names(revocation, one)
    }),
  )

function names(revocation: Revocation, { extId, version, hash }: Installable): boolean {
  if (typeof revocation === 'string') return revocation.toLowerCase() === hash
  if ('hash' in revocation) return revocation.hash.toLowerCase() === hash
  return revocation.id === extId && satisfiesRange(version, revocation.range)
}
