import { hash } from 'node:crypto'
import { parseJson } from '@satchel/json/parse-json'
import type { Outbound } from '@satchel/outbound/outbound'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { RepositoryEntry } from '../packages/package-schema.ts'
import { MAX_ARCHIVE_BYTES } from '../packages/read-archive.ts'
import { isVersion } from '../packages/version-bounds.ts'
import type { Release } from './catalogue-release.ts'
import { fetchTrusted } from './fetch-trusted.ts'

export interface RepositoryDeps {
  readonly outbound: Outbound
  readonly api: string
  readonly isTrusted: (url: string) => boolean
}

const MAX_RELEASES = 10
const LIST_BYTES = 1024 * 1024

const Asset = Type.Object({
  name: Type.String(),
  browser_download_url: Type.String(),
  digest: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const Published: TSchema = Type.Array(
  Type.Object({
    tag_name: Type.String(),
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    draft: Type.Optional(Type.Boolean()),
    assets: Type.Array(Asset),
  }),
)
interface PublishedRelease {
  readonly tag_name: string
  readonly name?: string | null
  readonly draft?: boolean
  readonly assets: readonly { name: string; browser_download_url: string; digest?: string | null }[]
}

/**
 * The releases of a repository with a zip file. The digest is the published one; without it, the newest is downloaded
 * and its digest computed, for the installing caller to compare.
 */
export async function listRepositoryReleases(deps: RepositoryDeps, entry: RepositoryEntry): Promise<Release[]> {
  const source = `${entry.organisation}/${entry.repository}`
  const url = `${deps.api}/repos/${source}/releases?per_page=${MAX_RELEASES}`
  const raw: unknown = parseJson((await fetchTrusted(deps, url, LIST_BYTES)).toString('utf8'))
  if (!Value.Check(Published, raw)) throw new Error(`the releases of ${source} cannot be read`)
  const releases = (raw as readonly PublishedRelease[])
    .filter(({ draft }) => draft !== true)
    .slice(0, MAX_RELEASES)
    .flatMap((one) => toRelease(entry, source, one))
  const [newest, ...older] = releases
  return newest === undefined ? [] : [await withDigest(deps, newest), ...older]
}

function toRelease({ id }: RepositoryEntry, source: string, published: PublishedRelease): Release[] {
  const version = published.tag_name.replace(/^v/, '')
  const asset = published.assets.find(({ name }) => name.endsWith('.zip'))
  if (asset === undefined || !isVersion(version)) return []
  const digest = /^sha256:([0-9a-f]{64})$/.exec(asset.digest?.toLowerCase() ?? '')?.[1]
  const archive = asset.browser_download_url
  const description = (published.name ?? '').slice(0, 500)
  return [
    {
      extId: id,
      version,
      hash: digest,
      computed: false,
      source,
      archive,
      entry: { id, name: id, version, short_description: description, archive },
      revoked: false,
    },
  ]
}

async function withDigest(deps: RepositoryDeps, release: Release): Promise<Release> {
  if (release.hash !== undefined) return release
  const archive = await fetchTrusted(deps, release.archive, MAX_ARCHIVE_BYTES)
  return { ...release, hash: hash('sha256', archive, 'hex'), computed: true }
}
