import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { describeCode } from '@satchel/extension-sdk/package/code-description'
import { FRAME_LIMITS } from '@satchel/extension-sdk/package/frame-files'
import { bundleCode } from '@satchel/sandbox/bundle-code'

/** The parts of a package with code in an archive. */
export interface PackedCode {
  /** `manifest.json`: everything of the definition except the code. */
  readonly manifest: object & Pick<AnyExtension['manifest'], 'id' | 'name' | 'version' | 'short_description'>
  readonly source: string
}

/** The name of the code in the archive. */
export const CODE_FILE = 'extension.js'

/** The file with the definition of a package: `extension.ts`, or named like its folder; undefined = it has no code. */
export const findEntry = (folder: string): string | undefined =>
  ['extension.ts', `${basename(folder)}.ts`].map((name) => join(folder, name)).find((path) => existsSync(path))

/**
 * Reads a definition, which runs its file on the machine of its author; a server that installs the package reads only
 * the manifest. `more`: fields that its own `manifest.json` adds, such as contributors; `frames`: its files for frames.
 */
export async function packCode(entry: string, more: object, frames: readonly string[] = []): Promise<PackedCode> {
  const module = (await import(pathToFileURL(entry).href)) as Readonly<Record<string, unknown>>
  const [exported, definition] = Object.entries(module).find(([, value]) => isDefinition(value)) ?? []
  if (exported === undefined) throw new Error(`${entry} exports no definition (defineExtension)`)
  const { manifest, resource, noun, owner, filters } = definition as AnyExtension
  const { claims, answers, assets, itemsAlias, ...code } = describeCode(definition as AnyExtension)
  const foreign = Object.entries({ claims, answers, assets, itemsAlias }).filter(([, value]) => value !== undefined)
  if (foreign.length > 0) throw new Error(`only built-ins have ${foreign.map(([name]) => name).join(', ')}`)
  if (frames.length > FRAME_LIMITS.files) throw new Error(`frames/ has more than ${FRAME_LIMITS.files} files`)
  const whole = {
    ...more,
    ...manifest,
    runtime: { kind: 'js', entry: CODE_FILE },
    resource,
    noun,
    owner,
    filters,
    code: frames.length === 0 ? code : { ...code, frames },
  }
  return {
    manifest: JSON.parse(JSON.stringify(whole)) as PackedCode['manifest'],
    source: await bundleCode(entry, exported),
  }
}

const isDefinition = (value: unknown): value is AnyExtension =>
  typeof value === 'object' && value !== null && 'manifest' in value && 'resource' in value
