import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readManifest } from '../../services/wallet/src/extensions/system/packages/read-manifest.ts'
import { extensionPage } from './extension-page.ts'
import { indexPage } from './index-page.ts'
import { archivePath, type Listed, listExtensions, readRevoked } from './list-extensions.ts'
import { extensionPath } from './page-frame.ts'
import { readPackages } from './read-packages.ts'
import { SCRIPT, STYLE } from './site-files.ts'

export interface CatalogueRequest {
  /** The folder with the archives. */
  readonly folder: string
  /** Where the website is written. */
  readonly site: string
  /** Where the website will be; undefined = addresses in the manifest are relative to it. */
  readonly url?: string | undefined
}

interface WrittenCatalogue {
  readonly extensions: number
  readonly versions: number
  readonly warnings: readonly string[]
}

const MANIFEST = 'catalogue.json'

/**
 * Reads the packages, and writes the website; throws all problems before it writes anything. The manifest is written
 * last, so that every archive it names is there.
 */
export async function writeCatalogue({ folder, site, url }: CatalogueRequest): Promise<WrittenCatalogue> {
  const base = baseOf(url)
  const listed = listExtensions(await readPackages(folder), readRevoked(folder), base)
  requireOwnFolder(site)
  requireSameArchives(site, listed.text)
  const files = filesOf(listed, base)
  for (const [name, content] of files) write(join(site, name), content)
  write(join(site, MANIFEST), listed.text)
  removeStale(site, files)
  return {
    extensions: listed.extensions.length,
    versions: listed.extensions.reduce((sum, { releases }) => sum + releases.length, 0),
    warnings: warningsOf(listed),
  }
}

function baseOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Error('--url: must be an https URL')
  return url.endsWith('/') ? url : `${url}/`
}

function filesOf({ extensions }: Listed, base: string | undefined): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>([
    ['style.css', STYLE],
    ['search.js', SCRIPT],
    ['index.html', indexPage(extensions, base === undefined ? undefined : new URL(MANIFEST, base).href)],
  ])
  for (const extension of extensions) {
    files.set(extensionPath(extension.id), extensionPage(extension))
    for (const { entry, archive } of extension.releases) files.set(archivePath(entry), archive)
  }
  return files
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Other files in the folder are not overwritten. */
function requireOwnFolder(site: string): void {
  if (!existsSync(site) || existsSync(join(site, MANIFEST)) || readdirSync(site).length === 0) return
  throw new Error(`${site} is not empty and has no ${MANIFEST}: choose another folder`)
}

/** Servers reject another archive of a version that they know. */
function requireSameArchives(site: string, text: string): void {
  const path = join(site, MANIFEST)
  if (!existsSync(path)) return
  const before = readManifest(readFileSync(path, 'utf8')).entries
  const changed = readManifest(text).entries.filter(({ id, version, hash }) =>
    before.some((old) => old.id === id && old.version === version && old.hash !== hash),
  )
  if (changed.length === 0) return
  const names = changed.map(({ id, version }) => `${id} ${version}`).join(', ')
  throw new Error(`${names}: another archive of this version is published already; raise the version`)
}

/** Deletes pages and archives of extensions that are no longer listed. */
function removeStale(site: string, files: ReadonlyMap<string, unknown>): void {
  for (const folder of ['extensions', 'packages']) {
    const stale = readdirSync(join(site, folder)).filter((name) => !files.has(`${folder}/${name}`))
    for (const name of stale) rmSync(join(site, folder, name))
  }
}

/** A server rejects an upgrade with another key until the extension is removed. */
const warningsOf = ({ extensions }: Listed): string[] =>
  extensions.flatMap(({ id, releases }) =>
    releases.flatMap(({ entry }, at) => {
      const older = releases[at + 1]?.entry
      if (older?.publisher === undefined || older.publisher === entry.publisher) return []
      return [`${id} ${entry.version} is not signed with the key of ${older.version}: servers reject the upgrade`]
    }),
  )
