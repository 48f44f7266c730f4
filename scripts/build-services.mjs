import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOnce, digestOf, runBuilder } from './build-once.mjs'
import { programs } from './commands.mjs'

/**
 * Bundles the services when a source has changed since the last time (decision 0102). Returns the command that uses the
 * bundles; without one, the same command, which runs the sources.
 */
export async function withBundles(root, env, command) {
  const dist = join(root, 'services/dist')
  const problem = await buildOnce({
    root,
    dist,
    what: 'the services',
    isDone: () => isCurrent(root, dist),
    build: (folder) => runBuilder(['scripts/bundle-services.mjs', folder], { cwd: root, env }),
  })
  if (problem === undefined) {
    const bundles = new Map(Object.entries(programs).map(([name, source]) => [source, `services/dist/${name}.js`]))
    return command.map((word) => bundles.get(word) ?? word)
  }
  process.stderr.write(`satchel: the services could not be built, their sources are run: ${problem}\n`)
  return command
}

function isCurrent(root, dist) {
  try {
    const { made, digest } = JSON.parse(readFileSync(join(dist, 'stamp.json'), 'utf8'))
    return digestOf(root, 'services', made) === digest
  } catch {
    return false
  }
}
