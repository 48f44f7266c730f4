import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireExtensionName } from './extension-name.ts'
import { codeTemplate, manifestTemplate, readmeTemplate, testTemplate } from './templates.ts'

export interface NewExtension {
  /** `shelf`: also the first segment of its paths. */
  readonly id: string
  /** A built-in with handlers, in `extensions/`; otherwise a package of fields alone. */
  readonly withCode: boolean
  /** Where the folder is made; default `extensions/` with code, `my-extensions/` without. */
  readonly into?: string | undefined
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Writes a folder that works as it is. Throws when the name is none, or is taken. */
export function writeNewExtension({ id, withCode, into }: NewExtension): { folder: string; next: string } {
  requireExtensionName(id)
  const folder = join(into ?? join(ROOT, withCode ? 'extensions' : 'my-extensions'), id)
  if (existsSync(folder)) throw new Error(`${folder} is there already`)
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  write('README.md', readmeTemplate(id))
  if (!withCode) {
    write('manifest.json', `${JSON.stringify(manifestTemplate(id), null, 2)}\n`)
    return { folder, next: `Edit manifest.json, then: npm run pack-extension ${folder}` }
  }
  write(`${id}.ts`, codeTemplate(id))
  write(`${id}.test.ts`, testTemplate(id))
  if (into === undefined) register(id)
  const next = into === undefined ? `Try it: npm test -- extensions/${id}` : `Then: npm run pack-extension ${folder}`
  return { folder, next }
}

function register(id: string): void {
  const file = join(ROOT, 'services/wallet/src/extensions/built-ins.ts')
  writeFileSync(file, withRegistered(readFileSync(file, 'utf8'), id))
}

/** The list of built-ins with one more at its end. */
export function withRegistered(text: string, id: string): string {
  const name = id.toUpperCase()
  const listed = text.replace(/,?\s*\]\s*$/, `,\n  ${name},\n]\n`)
  if (listed === text) throw new Error('services/wallet/src/extensions/built-ins.ts does not end in its list')
  return listed.replace(/\n\n\/\*\*/, `\nimport { ${name} } from '@satchel/extensions/${id}/${id}'\n\n/**`)
}
