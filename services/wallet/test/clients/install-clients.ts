import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchSources } from './fetch-sources.ts'

const run = promisify(execFile)

/** Versions of the packages in their registries. */
const NPM_CLIENTS = {
  'lightning-backends': '1.7.0',
  lnbits: '1.1.5',
  '@getalby/bitcoin-connect': '3.12.3',
  '@getalby/sdk': '8.0.3',
} as const
/** Globals of a web page that Node lacks. */
const NPM_PAGE = ['@happy-dom/global-registrator@21.0.4']
/** Packages that the fetched sources import, and their bundler. */
const APP_PACKAGES = [
  'esbuild@0.28.2',
  'axios@1.16.1',
  'bech32@2.0.0',
  'bolt11@1.4.1',
  'bolt11-signet@1.4.1',
  'bs58check@3.0.1',
  'crypto-js@4.2.0',
  'elliptic@6.6.1',
  'wif@2.0.6',
  '@getalby/sdk@8.0.3',
  '@noble/hashes@1.8.0',
  '@noble/secp256k1@3.1.0',
]
/** Installed without dependencies: it pins all of LNbits, but does not use it. */
const PYPI_CLIENT = 'pylnbits==0.0.8'
const PYPI_NEEDED = ['aiohttp', 'pyyaml', 'lnurl>=0.3.6,<0.4', 'pydantic<2']
/** Signs with its defaults, which require the previous transaction of every input that is not taproot. */
const PYPI_SIGNER = 'bdkpython==3.1.1'
const CRATE = `[package]
name = "lnbits-rs-client"
version = "0.0.0"
edition = "2021"

[dependencies]
lnbits-rs = "=0.9.2"
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread", "time"] }
`

const INSTALL_MS = 300_000
/** Long enough for a busy machine. A kept `CARGO_TARGET_DIR` saves minutes. */
const BUILD_MS = 1_800_000

export interface InstalledClients {
  /** Undefined if its registry is unreachable or its runtime is missing. */
  readonly npm: string | undefined
  readonly python: string | undefined
  readonly rust: string | undefined
  /** The reasons why some are missing. */
  readonly missing: readonly string[]
  remove(): Promise<void>
}

/** Installs the unmodified clients into a new temporary folder, with the programs that drive them. */
export async function installClients(): Promise<InstalledClients> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-clients-'))
  const missing: string[] = []
  const orMissing = async (what: string, install: () => Promise<string>): Promise<string | undefined> => {
    try {
      return await install()
    } catch (error) {
      missing.push(`${what}: ${(error as Error).message.split('\n', 1)[0]}`)
      return undefined
    }
  }
  const npm = await orMissing('npm', () => installNpm(folder))
  const python = await orMissing('PyPI', () => installPython(folder))
  const rust = await orMissing('crates.io', () => buildRust(folder))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  return { npm, python, rust, missing, remove }
}

/** A Python that has BDK, which signs PSBTs. */
export async function installBdk() {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-bdk-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const { python, pip } = await makeVenv(folder)
    await pip(PYPI_SIGNER)
    return { python, missing: undefined, remove }
  } catch (error) {
    return { python: undefined, missing: `PyPI: ${(error as Error).message.split('\n', 1)[0]}`, remove }
  }
}

/** Builds programs from sources of Alby's extension and BlueWallet. */
export async function installApps() {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-apps-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await bundleApps(folder)
    return { place: folder, missing: undefined, remove }
  } catch (error) {
    return { place: undefined, missing: `sources of apps: ${(error as Error).message.split('\n', 1)[0]}`, remove }
  }
}

const program = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url))

async function installNpm(folder: string): Promise<string> {
  const place = join(folder, 'npm')
  await mkdir(place)
  await writeFile(join(place, 'package.json'), '{ "private": true }')
  const names = [...Object.entries(NPM_CLIENTS).map(([name, version]) => `${name}@${version}`), ...NPM_PAGE]
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...options, ...names], { cwd: place, timeout: INSTALL_MS })
  for (const name of ['bitcoin-connect.mjs', 'alby-sdk.mjs']) await copyFile(program(name), join(place, name))
  return place
}

async function bundleApps(place: string): Promise<void> {
  await fetchSources(place)
  await writeFile(join(place, 'package.json'), '{ "private": true }')
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...options, ...APP_PACKAGES], { cwd: place, timeout: INSTALL_MS })
  for (const name of ['alby.mjs', 'blue-wallet.mjs', 'bundle-apps.mjs'])
    await copyFile(program(name), join(place, name))
  await run(process.execPath, ['bundle-apps.mjs'], { cwd: place, timeout: INSTALL_MS })
}

/** The Python that has the package. */
async function installPython(folder: string): Promise<string> {
  const { python, pip } = await makeVenv(folder)
  await pip('--no-deps', PYPI_CLIENT)
  await pip(...PYPI_NEEDED)
  return python
}

async function makeVenv(folder: string) {
  const place = join(folder, 'python')
  await run('python3', ['-m', 'venv', place], { timeout: INSTALL_MS })
  const python = join(place, 'bin', 'python')
  const pip = (...args: string[]) => run(python, ['-m', 'pip', 'install', '-q', ...args], { timeout: INSTALL_MS })
  return { python, pip }
}

/** The built program. */
async function buildRust(folder: string): Promise<string> {
  const place = join(folder, 'rust')
  await mkdir(join(place, 'src'), { recursive: true })
  await writeFile(join(place, 'Cargo.toml'), CRATE)
  await copyFile(program('lnbits-rs.rs'), join(place, 'src', 'main.rs'))
  await run('cargo', ['build', '--quiet'], { cwd: place, timeout: BUILD_MS })
  return join(process.env['CARGO_TARGET_DIR'] ?? join(place, 'target'), 'debug', 'lnbits-rs-client')
}

/** Returns the last line that a program prints, which is JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- each program prints what its client read
export async function runClient(command: string, args: readonly string[], cwd?: string): Promise<any> {
  const { stdout } = await run(command, args, { timeout: 60_000, cwd, maxBuffer: 8 * 1024 * 1024 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

export const PYTHON_PROGRAM = program('run-pylnbits.py')
export const SIGN_PROGRAM = program('sign-psbt.py')
