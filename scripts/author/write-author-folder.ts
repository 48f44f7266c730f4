import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { requireExtensionName } from '../scaffold/extension-name.ts'
import { codeTemplate } from '../scaffold/templates.ts'

/** Versions that the folder asks npm for. */
export interface Generated {
  readonly sdk: string
  readonly typescript: string
}

export interface AuthorFolder {
  /** Also the name of the folder: `my-shop`, whose id is `my_shop`. */
  readonly name: string
  /** A checkout of Satchel that has packed the SDK; undefined = the SDK of the registry. */
  readonly checkout: string | undefined
  readonly generated: Generated
}

const DEFAULT_CHECKOUT = '../satchel'

/** Writes a working extension into a new folder of the current folder. Throws if the name is invalid or taken. */
export function writeAuthorFolder({ name, checkout, generated }: AuthorFolder): void {
  const id = requireExtensionName(name.replaceAll('-', '_'))
  const folder = resolve(name)
  if (existsSync(folder)) throw new Error(`${folder} is there already`)
  const from = checkout === undefined ? DEFAULT_CHECKOUT : relative(folder, resolve(checkout))
  const sdk = checkout === undefined ? `^${generated.sdk}` : `file:${join(from, packedSdk(checkout, generated.sdk))}`
  mkdirSync(folder)
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
  write('package.json', `${JSON.stringify(packageTemplate(name, { ...generated, sdk }), null, 2)}\n`)
  write('tsconfig.json', `${JSON.stringify(TSCONFIG, null, 2)}\n`)
  write('extension.ts', codeTemplate(id))
  for (const file of readdirSync(TEMPLATES)) {
    const [to] = /^.+(?=\.txt$)/.exec(file) ?? []
    // npm publishes no file named `.gitignore`, and a leading dot is easily overlooked.
    if (to !== undefined && to !== 'sandbox.d.ts') write(to.replace(/^dot-/, '.'), fill(file, { id, name, from }))
  }
}

const TEMPLATES = new URL('./templates/', import.meta.url)

const fill = (file: string, { id, name, from }: { id: string; name: string; from: string }): string =>
  readFileSync(new URL(file, TEMPLATES), 'utf8')
    .replaceAll('{{id}}', id)
    .replaceAll('{{ID}}', id.toUpperCase())
    .replaceAll('{{name}}', name)
    .replaceAll('{{satchel}}', from)

function packedSdk(checkout: string, version: string): string {
  const file = join('dist', `satchel-extension-sdk-${version}.tgz`)
  if (existsSync(join(checkout, file))) return file
  throw new Error(`${join(checkout, file)} is not there: run npm run author-kit in ${checkout}`)
}

const packageTemplate = (name: string, { sdk, typescript }: Generated): object => ({
  name,
  private: true,
  type: 'module',
  engines: { node: '>=22.18' },
  scripts: {
    dev: 'satchel-extension dev',
    check: 'tsc',
    test: 'satchel-extension test',
    pack: 'satchel-extension pack',
  },
  devDependencies: { '@satchel/extension-sdk': sdk, typescript },
})

const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    types: ['@satchel/extension-sdk/sandbox'],
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
}
