import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Sources of clients that are in no registry, from their public repositories. They are not stored here. */
const SOURCES = {
  alby: {
    source: 'getAlby/lightning-browser-extension',
    commit: 'bad06c2b2245da79bca0f969934678c8a321f0b1',
    paths: ['src/common', 'src/extension/background-script/connectors', 'src/types.ts', 'tsconfig.json'],
  },
  'blue-wallet': {
    source: 'BlueWallet/BlueWallet',
    commit: '7dc4fc5b9c2ae85fc4d610814be9226bf5db1489',
    paths: ['class/wallets', 'models/bitcoinUnits.ts', 'util', 'blue_modules/uint8array-extras'],
  },
} as const

const FETCH_MS = 300_000

/**
 * A folder with a part of each repository. `CLIENT_SOURCES` names a folder of git repositories, `OWNER/NAME` each, for
 * machines that do not reach GitHub.
 */
export async function fetchSources(folder: string): Promise<void> {
  const from = process.env['CLIENT_SOURCES']
  for (const [name, { source, commit, paths }] of Object.entries(SOURCES)) {
    const place = join(folder, name)
    await mkdir(place)
    const repository = from === undefined ? await clone(source, commit, place) : join(from, source)
    await run('git', ['-C', repository, 'archive', '--output', join(place, 'part.tar'), commit, '--', ...paths])
    await run('tar', ['-xf', 'part.tar'], { cwd: place })
  }
}

async function clone(source: string, commit: string, place: string): Promise<string> {
  const repository = join(place, 'repository')
  // Git must not ask for a password: a private repository counts as missing.
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
  const git = (...args: string[]) => run('git', ['-C', repository, ...args], { timeout: FETCH_MS, env })
  await mkdir(repository)
  await git('init', '--quiet', '--bare')
  await git('fetch', '--quiet', '--depth', '1', `https://github.com/${source}.git`, commit)
  return repository
}
