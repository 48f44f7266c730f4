import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOnce, digestOf, runBuilder } from './build-once.mjs'
import { programs } from './commands.mjs'

/**
 * Bundles the services when a source has changed since the last time (decision 0102). Returns the command that uses the
 * bundles; without one, the same command, which runs the sources.
 */
export async function withBundles(root, env, command) {
  const problem = await bundleOnce(root, env, 'services/dist')
  if (problem === undefined) {
    const bundles = new Map(Object.entries(programs).map(([name, source]) => [source, `services/dist/${name}.js`]))
    return command.map((word) => bundles.get(word) ?? word)
  }
  process.stderr.write(`satchel: the services could not be built, their sources are run: ${problem}\n`)
  return command
}

/** What only tests start as processes. */
export async function bundleForTests(folder, sources) {
  const problem = await bundleOnce(fileURLToPath(new URL('..', import.meta.url)), process.env, folder, sources)
  if (problem !== undefined) throw new Error(`${folder} could not be built: ${problem}`)
}

/** Into `folder`; other `sources` than the services', if some are given. Returns the problem, undefined if there is none. */
function bundleOnce(root, env, folder, sources = []) {
  const dist = join(root, folder)
  return buildOnce({
    root,
    dist,
    what: 'the services',
    isDone: () => isCurrent(root, dist),
    build: (fresh) => runBuilder(['scripts/bundle-services.mjs', fresh, ...sources], { cwd: root, env }),
  })
}

function isCurrent(root, dist) {
  try {
    const { made, digest } = JSON.parse(readFileSync(join(dist, 'stamp.json'), 'utf8'))
    return digestOf(root, basename(dist), made) === digest
  } catch {
    return false
  }
}
