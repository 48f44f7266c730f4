import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSources } from './compile-sources.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SDK = 'packages/extension-sdk/src'

/** The two archives for authors of extensions. */
export interface AuthorKit {
  /** `@satchel/extension-sdk`: types, builders, and the command `satchel-extension`. */
  readonly sdk: string
  /** `create-satchel-extension`: writes the folder of a new extension. */
  readonly create: string
}

/** Packs both packages as npm publishes them. */
export function buildAuthorKit(into: string): AuthorKit {
  mkdirSync(into, { recursive: true })
  const { version } = readJson('packages/extension-sdk/package.json')
  const common = {
    version,
    license: 'MIT',
    type: 'module',
    engines: readJson('package.json')['engines'],
    files: ['lib', 'LICENSE', 'README.md'],
  }
  return {
    sdk: pack(into, (stage) => {
      const dependencies = compileSources([...listSdk(), 'scripts/author/satchel-extension.ts'], join(stage, 'lib'))
      copyFileSync(join(ROOT, 'scripts/author/templates/sandbox.d.ts.txt'), join(stage, 'lib', SDK, 'sandbox.d.ts'))
      cpSync(join(ROOT, SDK, 'owner/locales'), join(stage, 'lib', SDK, 'owner/locales'), { recursive: true })
      copyFileSync(join(ROOT, 'docs/guide/extensions.md'), join(stage, 'README.md'))
      return {
        ...common,
        name: '@satchel/extension-sdk',
        description: 'Types, builders and commands for extensions of Satchel.',
        bin: { 'satchel-extension': 'lib/scripts/author/satchel-extension.js' },
        exports: { './*': { types: `./lib/${SDK}/*.d.ts`, default: `./lib/${SDK}/*.js` } },
        dependencies,
      }
    }),
    create: pack(into, (stage) => {
      compileSources(['scripts/author/create-satchel-extension.ts'], join(stage, 'lib'))
      for (const templates of ['scripts/scaffold/templates', 'scripts/author/templates'])
        cpSync(join(ROOT, templates), join(stage, 'lib', templates), { recursive: true })
      copyFileSync(join(ROOT, 'docs/guide/first-extension.md'), join(stage, 'README.md'))
      return {
        ...common,
        name: 'create-satchel-extension',
        description: 'Writes the folder of a new extension of Satchel.',
        bin: { 'create-satchel-extension': 'lib/scripts/author/create-satchel-extension.js' },
        // The templates, which the command reads at run time.
        generated: { sdk: version, typescript: typescriptVersion() },
      }
    }),
  }
}

/** The package has another name here, because nostr-tools would install a package `typescript` in production. */
const typescriptVersion = (): unknown => readJson('node_modules/typescript-compiler/package.json')['version']

function pack(into: string, prepare: (stage: string) => object): string {
  const stage = mkdtempSync(join(tmpdir(), 'satchel-author-kit-'))
  try {
    const manifest = prepare(stage)
    copyFileSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const options = ['pack', '--loglevel=error', '--pack-destination', into]
    return join(into, execFileSync('npm', options, { cwd: stage, encoding: 'utf8' }).trim())
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

const listSdk = (): string[] =>
  readdirSync(join(ROOT, SDK), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${SDK}/${name}`)

const readJson = (path: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>
