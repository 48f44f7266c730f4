// `npm run package`: an archive that runs without a build and without the registry: the services, the built web app, and
// the packages that they need at run time, for this platform. `-- --folder FOLDER`: as a folder instead.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SHIPPED = [
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'apps/web/dist',
  'ci/node/package-lock.json',
  'ci/node/package.json',
  'docs/guide',
  'extensions',
  'ops',
  'package-lock.json',
  'package.json',
  'packages',
  'scripts',
  'services',
]
/** Manifests of all workspaces are needed by npm, which then installs those of the services. */
const MANIFESTS = ['apps/web/package.json']
const NOT_SHIPPED =
  /\/(world|mock|campaigns|simulation|nodes|clients|deployments|node_modules)(\/|$)|\.(test|contract)\.tsx?$/
/** Nothing of this is loaded at run time. */
const NOT_LOADED =
  /\.(map|d\.ts|d\.mts|d\.cts|md|markdown)$|\/(better-sqlite3\/(deps|src)|node_modules\/(@typescript|typescript)|\.cache)$/

const [option, folder] = process.argv.slice(2)
if (option !== undefined && (option !== '--folder' || folder === undefined)) {
  throw new Error('usage: npm run package, or npm run package -- --folder FOLDER')
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `satchel-${version}-${process.platform}-${process.arch}`
const temporary = mkdtempSync(join(tmpdir(), 'satchel-package-'))
try {
  const stage = join(temporary, name)
  copySources(stage)
  installPackages(stage)
  process.stdout.write(`${folder === undefined ? toArchive(stage) : toFolder(stage, resolve(folder))}\n`)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function copySources(stage) {
  if (!existsSync(join(root, 'apps/web/dist'))) throw new Error('the web app is not built: see the message above')
  for (const path of [...SHIPPED, ...MANIFESTS]) {
    mkdirSync(join(stage, path, '..'), { recursive: true })
    cpSync(join(root, path), join(stage, path), {
      recursive: true,
      filter: (from) => !NOT_SHIPPED.test(from.slice(root.length - 1)),
    })
  }
}

function installPackages(stage) {
  const services = readdirSync(join(root, 'services')).flatMap((service) => ['-w', `services/${service}`])
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', ...services], {
    cwd: stage,
    stdio: ['ignore', 2, 2],
  })
  prune(join(stage, 'node_modules'))
  // What `npm start` looks for: the packages of this lockfile are installed.
  const lockfile = createHash('sha256')
    .update(readFileSync(join(stage, 'package-lock.json')))
    .digest('hex')
  writeFileSync(join(stage, 'node_modules', '.satchel-installed'), lockfile)
}

function prune(packages) {
  for (const entry of readdirSync(packages, { withFileTypes: true })) {
    const path = join(packages, entry.name)
    if (!entry.isSymbolicLink() && NOT_LOADED.test(path) && !/^licen[cs]e/i.test(entry.name)) {
      rmSync(path, { recursive: true })
    } else if (entry.isDirectory()) prune(path)
  }
}

function toArchive(stage) {
  const target = join(root, 'dist')
  mkdirSync(target, { recursive: true })
  const file = join(target, `${name}.tar.gz`)
  execFileSync('tar', ['-czf', file, '-C', join(stage, '..'), basename(stage)])
  return `${file}: ${megabytes(statSync(file).size)}, ${megabytes(sizeOf(stage))} unpacked`
}

function toFolder(stage, target) {
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`)
  cpSync(stage, target, { recursive: true, verbatimSymlinks: true })
  return `${target}: ${megabytes(sizeOf(target))}`
}

function sizeOf(path) {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
