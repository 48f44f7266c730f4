import type { CatalogueEntry } from '../packages/package-schema.ts'

/** One version of one extension, as a source offers it. */
export interface Release {
  readonly extId: string
  readonly version: string
  /** SHA-256 of the archive; undefined = its publisher states none, and it has not been computed yet. */
  readonly hash: string | undefined
  /** True: computed here, because the publisher states none. The installing caller has to repeat it. */
  readonly computed: boolean
  /** `official`, `local`, the URL of a manifest, or organisation/repository. */
  readonly source: string
  /** Where the archive is: a URL, or the name of a file in the extensions folder. */
  readonly archive: string
  /** What a catalogue says of it; of a dropped archive, its own manifest. */
  readonly entry: Omit<CatalogueEntry, 'hash'>
  readonly revoked: boolean
}

/** Everything that can be installed, and what cannot. */
export interface CatalogueState {
  /** In the order of the sources' say; within a source as it lists them. */
  readonly releases: readonly Release[]
  /** Those of one extension, in the same order. */
  readonly releasesOf: (extId: string) => readonly Release[]
  readonly rejected: readonly { readonly id: string; readonly source: string; readonly reason: string }[]
  /** Every source that may be named, also one that lists nothing. */
  readonly sources: readonly string[]
  /** Unix seconds of the oldest catalogue in use; undefined = nothing was ever fetched. */
  readonly fetchedAt: number | undefined
  /** An installed package, as it is stored, that its publisher or its own source has taken back since. */
  readonly isRevoked: (of: {
    readonly extId: string
    readonly version: string
    readonly hash: string
    readonly source: string
    readonly entry: string
  }) => boolean
}
