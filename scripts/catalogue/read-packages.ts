import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type {
  CatalogueEntry,
  PackageManifest,
} from '../../services/wallet/src/extensions/system/packages/package-schema.ts'
import { MAX_ARCHIVE_BYTES, readArchive } from '../../services/wallet/src/extensions/system/packages/read-archive.ts'
import { readPackage } from '../../services/wallet/src/extensions/system/packages/read-package.ts'

export interface ArchivedPackage {
  /** In the folder. */
  readonly file: string
  readonly archive: Buffer
  readonly hash: string
  readonly manifest: PackageManifest
  /** What its publisher states beside the archive. */
  readonly stated: Partial<CatalogueEntry>
}

/** Reads every archive in the folder and its subfolders, as a server does. Throws all problems at once. */
export async function readPackages(folder: string): Promise<ArchivedPackage[]> {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => String(name))
    .filter((name) => name.endsWith('.zip'))
    .toSorted()
  if (files.length === 0) throw new Error(`${folder} has no archive (.zip)`)
  const packages: ArchivedPackage[] = []
  const problems: string[] = []
  for (const file of files) {
    try {
      packages.push(await readOne(folder, file))
    } catch (error) {
      problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return packages
}

async function readOne(folder: string, file: string): Promise<ArchivedPackage> {
  const path = join(folder, file)
  if (statSync(path).size > MAX_ARCHIVE_BYTES) throw new Error('The archive is too large.')
  const archive = readFileSync(path)
  return {
    file,
    archive,
    hash: createHash('sha256').update(archive).digest('hex'),
    manifest: readPackage(await readArchive(archive)),
    stated: readStated(path.replace(/\.zip$/, '.json')),
  }
}

/** The other facts come from the archive. `payment_hash` is a proof of payment and is never published. */
const STATED = ['publisher', 'signature', 'pay_to_install', 'pay_to_enable'] as const

/** `npm run pack-extension` writes it beside the archive. */
function readStated(path: string): Partial<CatalogueEntry> {
  if (!existsSync(path)) return {}
  const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> | null
  return Object.fromEntries(STATED.filter((name) => value?.[name] !== undefined).map((name) => [name, value?.[name]]))
}
