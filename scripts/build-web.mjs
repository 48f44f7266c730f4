import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { takeLock } from './take-lock.mjs'

/** What the app is made of. The lockfile names the version of every library in it, and of the builder. */
const SOURCES = ['apps/web/src', 'apps/web/locales', 'apps/web/public', 'packages/page/src', 'packages/money/src']
const FILES = ['apps/web/index.html', 'apps/web/vite.config.ts', 'apps/web/package.json', 'package-lock.json']

/**
 * Builds the web app when its sources have changed since the last build. Never throws: without a build the service
 * starts with the last one, or without the app.
 */
export async function buildWeb(root, env) {
  const dist = join(root, 'apps/web/dist')
  if (!existsSync(join(root, 'apps/web/src'))) return
  try {
    const wanted = digestOf(root)
    const isDone = () => readOrEmpty(join(dist, 'stamp')) === wanted
    if (isDone()) return
    const release = await takeLock(join(root, '.satchel-building'))
    try {
      if (!isDone()) await replace(root, env, dist, wanted)
    } finally {
      release()
    }
  } catch (error) {
    const instead = existsSync(dist) ? 'the last build of it is served' : 'the service starts without it'
    process.stderr.write(`satchel: the web app could not be built, ${instead}: ${error.message}\n`)
  }
}

/** Into a new folder, which takes the place of the old one only when it is complete. */
async function replace(root, env, dist, wanted) {
  process.stderr.write('satchel: building the web app, this happens once\n')
  const [fresh, old] = [`${dist}-new`, `${dist}-old`]
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  await runVite(root, env, fresh)
  writeFileSync(join(fresh, 'stamp'), wanted)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

function runVite(root, env, outDir) {
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', outDir]
  return new Promise((resolve, reject) => {
    const child = spawn('node', args, {
      cwd: join(root, 'apps/web'),
      env: { ...env, NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(firstProblem(output)))))
  })
}

/** One sentence of what may be pages. */
const firstProblem = (output) =>
  stripVTControlCharacters(output)
    .replaceAll(/[╭─]+\[/g, 'in [')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(vite v|transforming|error during build|✗|build failed)/i.test(line))
    .slice(0, 2)
    .join(' ') || 'vite gave no reason'

function digestOf(root) {
  const digest = createHash('sha256')
  const add = (path) =>
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  for (const folder of SOURCES) for (const path of listFiles(root, folder)) add(path)
  for (const path of FILES) add(path)
  return digest.digest('hex')
}

function listFiles(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((first, second) => (first.name < second.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return listFiles(root, path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}

const readOrEmpty = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
