import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from './take-lock.mjs'

/**
 * Installs what the folder's lockfile names, when it is not there yet or was interrupted. A stamp of the lockfile makes the
 * second start fast; a lock lets two concurrent commands share one installation.
 */
export async function installPackages(folder, env, what) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  const stamp = join(folder, 'node_modules', '.satchel-installed')
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  const release = await takeLock(join(folder, '.satchel-installing'))
  try {
    if (isDone()) return
    process.stderr.write(`satchel: installing ${what}, this happens once\n`)
    runNpm(folder, env, what)
    writeFileSync(stamp, wanted)
  } finally {
    release()
  }
}

/** `npm ci`, or one sentence that says what is missing. */
function runNpm(folder, env, what) {
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env,
      stdio: ['ignore', 2, 2],
    })
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error('npm is missing: install Node with npm and try again')
    throw new Error(
      `could not install ${what} with npm (see above). Is the npm registry reachable, and is there disk space?`,
    )
  }
}
