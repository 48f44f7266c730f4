import type { CatalogueEntry } from '../packages/package-schema.ts'

/** One version of one extension, as a source offers it. */
export interface Release {
  readonly extId: string
  readonly version: string
  /** SHA-256 of the archive; undefined = its publisher states none, and it has not been computed yet. */
  readonly hash: string | undefined
  /** True: computed here, because the publisher states none. The installing caller must repeat it. */
  readonly computed: boolean
  /** `official`, `local`, the URL of a manifest, or organisation/repository. */
  readonly source: string
  /** Where the archive is: a URL, or the name of a file in the extensions folder. */
  readonly archive: string
  /** The catalogue's entry; for a dropped archive, its own manifest. */
  readonly entry: Omit<CatalogueEntry, 'hash'>
  readonly revoked: boolean
}

/** Everything that can be installed, and what cannot. */
export interface CatalogueState {
  /** In the order of the sources' precedence; within a source as listed. */
  readonly releases: readonly Release[]
  /** The releases of one extension, in the same order. */
  readonly releasesOf: (extId: string) => readonly Release[]
  readonly rejected: readonly { readonly id: string; readonly source: string; readonly reason: string }[]
  /** Every source that may be named, also one that lists nothing. */
  readonly sources: readonly string[]
  /** Unix seconds of the oldest catalogue in use; undefined = nothing was ever fetched. */
  readonly fetchedAt: number | undefined
  /** Whether its publisher or its source has revoked an installed package. */
  readonly isRevoked: (of: {
    readonly extId: string
    readonly version: string
    readonly hash: string
    readonly source: string
    readonly entry: string
  }) => boolean
}
