import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PackedExtension, packExtension } from '../pack-extension.ts'

export interface Dropped extends Pick<PackedExtension, 'entry'> {
  /** The variables of a server that installs from the folder. */
  readonly env: { readonly SERVICE_EXTENSIONS_PATH: string }
}

/** Packs an extension into the folder `installed` beside it. */
export async function packAndDrop(extension: string): Promise<Dropped> {
  const folder = join(dirname(extension), 'installed')
  mkdirSync(folder)
  const { entry } = await packExtension(extension, { into: folder })
  return { entry, env: { SERVICE_EXTENSIONS_PATH: folder } }
}
