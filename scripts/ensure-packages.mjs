import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './ensure-node.mjs'
import { takeLock } from './take-lock.mjs'

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
