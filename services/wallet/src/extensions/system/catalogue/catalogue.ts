import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Log } from '@satchel/http/log'
import { createSingleFlight } from '@satchel/worker/single-flight'
import { type Clock, unixSeconds } from '../../../base/clock.ts'
import { within } from '../../../base/within.ts'
import type { ExtensionsConfig } from '../../../config/extensions.ts'
import type { PackageFiles } from '../packages/package-files.ts'
import { readArchive } from '../packages/read-archive.ts'
import { type ReadManifest, readManifest } from '../packages/read-manifest.ts'
import { readPackage } from '../packages/read-package.ts'
import type { CatalogueCache } from './catalogue-cache.ts'
import type { CatalogueState, Release } from './catalogue-release.ts'
import { fetchTrusted } from './fetch-trusted.ts'
import { mergeCatalogues, type SourceList } from './merge-catalogues.ts'
import { listRepositoryReleases, type RepositoryDeps } from './repository-releases.ts'

const OFFICIAL = 'official'
export const LOCAL = 'local'

const MAX_CATALOGUE_BYTES = 5 * 1024 * 1024
const SHIPPED = new URL('../../../../../../extensions/catalogue.json', import.meta.url)
/** After this, a caller gets the list without the catalogues that have not answered. */
const READY_MS = 2000
const NOTHING: ReadManifest = { entries: [], repositories: [], revocations: [], rejected: [] }

export interface CatalogueDeps extends RepositoryDeps {
  readonly config: ExtensionsConfig
  readonly cache: CatalogueCache
  readonly files: PackageFiles
  readonly isBuiltIn: (extId: string) => boolean
  readonly clock: Clock
  readonly log: Log
}

/** Extensions that can be installed: from memory immediately, from the network on request. */
export interface Catalogue {
  now(): CatalogueState
  /** Starts a new fetch of all sources; a source that fails keeps its last good copy. */
  refresh(): Promise<void>
  /** Resolves when every source has been read once, at least from disk. */
  ready(): Promise<void>
}

/** The shipped list or the configured ones, then the archives in the folder (rules X5, X8). */
export function createCatalogue(deps: CatalogueDeps): Catalogue {
  const urls = deps.config.manifests ?? []
  let lists = [
    ...(deps.config.manifests === undefined ? [shippedList()] : []),
    ...urls.map((url) => cachedList(deps, url)),
  ]
  let state = mergeCatalogues(lists, deps.isBuiltIn)
  let complete = false
  // The start does not wait for the network while there is a good copy of everything.
  const warm = urls.length > 0 && lists.every(({ fetchedAt }) => fetchedAt !== undefined)

  const refreshOnce = async (): Promise<void> => {
    const kept = new Map(lists.map((list) => [list.source, list]))
    const fetched = await Promise.all(urls.map((url) => fetchList(deps, url, kept.get(url))))
    const shipped =
      deps.config.manifests === undefined ? [await withRepositories(deps, shippedList(), kept.get(OFFICIAL))] : []
    lists = [...shipped, ...fetched, await droppedList(deps)]
    state = mergeCatalogues(lists, deps.isBuiltIn)
    complete = true
  }
  const refreshing = createSingleFlight(refreshOnce)
  const ready = (): Promise<void> => {
    if (complete) return Promise.resolve()
    const reading = refreshing.join()
    if (!warm) return within(READY_MS, reading).then(() => undefined)
    reading.catch((error: unknown) => deps.log.warn({ err: error }, 'the catalogues could not be read'))
    return Promise.resolve()
  }
  // A running read may have begun before the call, so a refresh starts a new one.
  return { now: () => state, refresh: refreshing.next, ready }
}

interface KnownList extends SourceList {
  readonly manifest: ReadManifest
}

/** The list that ships with the product; an error in it is a bug. */
const shippedList = (): KnownList => ({
  source: OFFICIAL,
  manifest: readManifest(readFileSync(SHIPPED, 'utf8')),
  more: [],
  fetchedAt: undefined,
})

function cachedList({ cache, log }: CatalogueDeps, url: string): KnownList {
  const cached = cache.read(url)
  if (cached === undefined) return { source: url, manifest: NOTHING, more: [], fetchedAt: undefined }
  try {
    return { source: url, manifest: readManifest(cached.text), more: [], fetchedAt: cached.fetchedAt }
  } catch (error) {
    log.warn({ url, err: error }, 'the kept copy of a catalogue cannot be read')
    return { source: url, manifest: NOTHING, more: [], fetchedAt: undefined }
  }
}

async function fetchList(deps: CatalogueDeps, url: string, kept: KnownList | undefined): Promise<KnownList> {
  const known = kept ?? cachedList(deps, url)
  try {
    const text = (await fetchTrusted(deps, url, MAX_CATALOGUE_BYTES)).toString('utf8')
    const fetchedAt = unixSeconds(deps.clock)
    const list = { source: url, manifest: readManifest(text), more: [], fetchedAt }
    deps.cache.write(url, { text, fetchedAt })
    return await withRepositories(deps, list, known)
  } catch (error) {
    deps.log.warn({ url, err: error }, 'a catalogue of extensions cannot be fetched; its last good copy stays in use')
    return known
  }
}

/** A repository that does not answer keeps its known releases. */
async function withRepositories(deps: CatalogueDeps, list: KnownList, kept: KnownList | undefined): Promise<KnownList> {
  const more = await Promise.all(
    list.manifest.repositories.map(async (entry) => {
      const source = `${entry.organisation}/${entry.repository}`
      try {
        return await listRepositoryReleases(deps, entry)
      } catch (error) {
        deps.log.warn({ repository: source, err: error }, 'the releases of a repository cannot be fetched')
        return kept?.more.filter((release) => release.source === source && release.extId === entry.id) ?? []
      }
    }),
  )
  return { ...list, more: more.flat() }
}

/** Archives in the extensions folder, for installations without a network. */
async function droppedList({ files, log }: CatalogueDeps): Promise<KnownList> {
  const releases: Release[] = []
  const rejected: { id: string; reason: string }[] = []
  for (const name of await files.listDropped()) {
    try {
      const archive = await files.readDropped(name)
      const manifest = readPackage(await readArchive(archive))
      releases.push({
        extId: manifest.id,
        version: manifest.version,
        hash: hash('sha256', archive, 'hex'),
        computed: false,
        source: LOCAL,
        archive: name,
        entry: { ...manifest, archive: name },
        revoked: false,
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'It cannot be read.'
      log.warn({ archive: name, err: error }, 'an archive in the extensions folder is rejected')
      rejected.push({ id: name.replace(/\.zip$/, ''), reason })
    }
  }
  return { source: LOCAL, manifest: { ...NOTHING, rejected }, more: releases, fetchedAt: undefined }
}
