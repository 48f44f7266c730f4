import { spawn } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { takeLock } from './take-lock.mjs'

/**
 * Builds into the folder `dist` unless `isDone`, one process at a time: `build` writes a new folder, which takes the place
 * of the old one only when it is complete. Returns the problem, undefined if there is none.
 */
export async function buildOnce({ root, dist, what, isDone, build }) {
  try {
    if (isDone()) return undefined
    const release = await takeLock(join(root, '.satchel-building'))
    try {
      if (!isDone()) await replace({ dist, what, build })
    } finally {
      release()
    }
    return undefined
  } catch (error) {
    return error.message
  }
}

/**
 * The digest of files and their names. A note has the last one and the ctimes it is of, so that the files are read only
 * when one has changed: unlike the mtime, no program sets the ctime of a file to an older one.
 */
export function digestOf(root, what, paths) {
  const states = paths.map((path) => {
    const { ctimeMs, size, ino } = statSync(join(root, path))
    return `${path} ${ctimeMs} ${size} ${ino}`
  })
  const state = hash('sha256', states.join('\n'))
  const cache = join(root, 'node_modules/.cache')
  const note = join(cache, `digest-of-${what}`)
  const [known, last] = existsSync(note) ? readFileSync(note, 'utf8').split('\n') : []
  if (known === state) return last
  const digest = createHash('sha256')
  for (const path of paths) digest.update(`${path}\0`).update(readFileSync(join(root, path)))
  const current = digest.digest('hex')
  try {
    mkdirSync(cache, { recursive: true })
    writeFileSync(note, `${state}\n${current}`)
  } catch {
    // Without write permission the files are read each time.
  }
  return current
}

async function replace({ dist, what, build }) {
  process.stderr.write(`satchel: building ${what}, this happens once\n`)
  const [fresh, old] = [`${dist}-new`, `${dist}-old`]
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  await build(fresh)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

/** Rejects with the error that the builder printed. */
export function runBuilder(args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn('node', args, {
      cwd,
      env: { ...env, NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(firstProblem(output)))))
  })
}

/** The first sentence of an error that may be pages long. */
const firstProblem = (output) =>
  stripVTControlCharacters(output)
    .replaceAll(/[╭─]+\[/g, 'in [')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(vite v|transforming|error during build|✗|build failed)/i.test(line))
    .slice(0, 2)
    .join(' ') || 'the builder gave no reason'
