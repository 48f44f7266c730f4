import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './ensure-node.mjs'

/**
 * Installs what the lockfile names, when it is not there yet. A stamp of the lockfile makes the second start fast; a
 * lock lets two concurrent commands share one installation.
 */
export async function ensurePackages(root, env) {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  const stamp = join(root, 'node_modules', '.satchel-installed')
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  const release = await takeLock(join(root, '.satchel-installing'))
  try {
    if (isDone()) return
    process.stderr.write('satchel: installing packages, this happens once\n')
    install(root, env, 'the packages')
    writeFileSync(stamp, wanted)
  } finally {
    release()
  }
}

/** An installation takes seconds; a lock this old was left behind by a process that died. */
const LOCK_EXPIRES_MS = 5 * 60_000

async function takeLock(folder) {
  for (;;) {
    try {
      mkdirSync(folder)
      return () => rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Error(`cannot write to ${folder}: ${error.code}`)
      if (Date.now() - statSync(folder, { throwIfNoEntry: false })?.mtimeMs > LOCK_EXPIRES_MS) {
        rmSync(folder, { recursive: true, force: true })
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
