import { hash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../base/make-folder.ts'

/** A list as fetched. */
export interface CachedList {
  readonly text: string
  /** Unix seconds. */
  readonly fetchedAt: number
}

/** The last good copy of every list, for a start without a network. */
export interface CatalogueCache {
  read(url: string): CachedList | undefined
  write(url: string, list: CachedList): void
}

export function openCatalogueCache(path: string): CatalogueCache {
  const folder = join(path, '.catalogues')
  const fileOf = (url: string): string => join(folder, `${hash('sha256', url).slice(0, 32)}.json`)
  return {
    read(url) {
      try {
        const kept = JSON.parse(readFileSync(fileOf(url), 'utf8')) as CachedList & { readonly url: string }
        const good = kept.url === url && typeof kept.text === 'string' && Number.isSafeInteger(kept.fetchedAt)
        return good ? { text: kept.text, fetchedAt: kept.fetchedAt } : undefined
      } catch {
        // No copy yet, or a damaged one: fetch it again.
        return undefined
      }
    },
    write(url, list) {
      makeFolder(folder)
      const file = fileOf(url)
      writeFileSync(`${file}.new`, JSON.stringify({ url, ...list }))
      renameSync(`${file}.new`, file)
    },
  }
}
