import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type PackedExtension, packExtension } from '../pack-extension.ts'

export interface Dropped extends Pick<PackedExtension, 'entry'> {
  /** Of a server that installs from the folder. */
  readonly env: { readonly SERVICE_EXTENSIONS_PATH: string }
}

/** Packs an extension, and drops the archive into the folder `installed` beside it. */
export async function packAndDrop(extension: string): Promise<Dropped> {
  const { file, entry } = await packExtension(extension)
  const folder = join(dirname(extension), 'installed')
  mkdirSync(folder)
  copyFileSync(file, join(folder, basename(file)))
  return { entry, env: { SERVICE_EXTENSIONS_PATH: folder } }
}
