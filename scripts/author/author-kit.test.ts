import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../services/wallet/test/world/open-world.ts'
import { buildAuthorKit } from './build-author-kit.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ALICE = { username: 'alice', password: 'correct-horse' }

/** A folder outside of the repository, as an author has it, and a checkout that has packed the kit. */
let place: string
let shop: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'satchel-author-'))
  shop = join(place, 'my-shop')
  const { sdk, create } = buildAuthorKit(join(place, 'satchel', 'dist'))
  unpack(create, join(place, 'create'))
  expect(createFolder('my-shop')).toMatchObject({ status: 0 })
  installWithoutNetwork(sdk)
}, 60_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

const createFolder = (...args: string[]) => {
  const command = join(place, 'create/lib/scripts/author/create-satchel-extension.js')
  return spawnSync(process.execPath, [command, ...args, '--satchel', 'satchel'], { cwd: place, encoding: 'utf8' })
}

function unpack(archive: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder])
}

/** What `npm install` does, with the packages of this repository in place of the registry's. */
function installWithoutNetwork(sdk: string): void {
  const packages = join(shop, 'node_modules')
  const own = join(packages, '@satchel/extension-sdk')
  unpack(sdk, own)
  const { dependencies } = readJson(join(own, 'package.json')) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies)).toEqual(['@noble/ciphers', '@noble/hashes', '@scure/base', 'rolldown', 'yazl'])
  for (const name of ['typescript', ...Object.keys(dependencies)]) {
    mkdirSync(dirname(join(packages, name)), { recursive: true })
    const here = name === 'typescript' ? 'typescript-compiler' : name
    symlinkSync(join(ROOT, 'node_modules', here), join(packages, name))
  }
}

const readJson = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object

const COMMAND = 'node_modules/@satchel/extension-sdk/lib/scripts/author/satchel-extension.js'
const env = (more: Readonly<Record<string, string>> = {}) => ({ PATH: process.env['PATH'], ...more })

test('the folder installs the SDK that the checkout has packed, and its code and its test compile', () => {
  expect(readJson(join(shop, 'package.json'))).toMatchObject({
    scripts: { dev: 'satchel-extension dev', test: 'satchel-extension test', pack: 'satchel-extension pack' },
    devDependencies: {
      typescript: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      '@satchel/extension-sdk': expect.stringMatching(/^file:\.\.\/satchel\/dist\/satchel-extension-sdk-.+\.tgz$/),
    },
  })
  const compiled = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), { cwd: shop, encoding: 'utf8' })
  expect([compiled.stdout, compiled.status]).toEqual(['', 0])
})

test('no folder is written over, and a name is needed', () => {
  expect(createFolder('my-shop').stderr).toContain('is there already')
  expect(createFolder().stderr).toContain('give it a name')
})

test('its test runs the common contract on the packed extension', async () => {
  const options = { cwd: shop, env: env({ SATCHEL: ROOT, NO_COLOR: '1' }) }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'test'], options)
  expect(stdout).toMatch(/Tests +6 passed/)
}, 120_000)

test('pack writes the archive beside the code, and beside it what a catalogue says of it', () => {
  const run = spawnSync(process.execPath, [COMMAND, 'pack'], { cwd: shop, encoding: 'utf8', env: env() })
  expect(run.stdout).toContain(join(shop, 'my-shop-0.1.0.zip'))
  const hash = createHash('sha256')
    .update(readFileSync(join(shop, 'my-shop-0.1.0.zip')))
    .digest('hex')
  const entry = readFileSync(join(shop, 'my-shop-0.1.0.json'), 'utf8')
  expect(JSON.parse(entry)).toMatchObject({ id: 'my_shop', version: '0.1.0', hash })
  expect(run.stdout).toContain(entry)
  const ignored = readFileSync(join(shop, '.gitignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['*.zip', '*-[0-9]*.json']))
})

test('dev installs each change on a running Satchel, says where a mistake is, and what it installs sells', async () => {
  const packages = join(place, 'packages')
  const world = await openWorld({
    dialect: 'sqlite',
    env: {
      SERVICE_EXTENSIONS_PATH: packages,
      SUPER_USER_USERNAME: ALICE.username,
      SUPER_USER_PASSWORD: ALICE.password,
    },
  })
  onTestFinished(() => world.close())
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const reports = startDev({ SATCHEL_URL: url, SATCHEL_EXTENSIONS: packages })
  await expect.poll(reports, { timeout: 30_000 }).toMatch(/my_shop 0\.1\.0-dev\.\d+ is installed/)

  const running = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', sellingSteps(url)])
  const { stdout } = await whileTicking(world, running)
  expect(stdout).toBe('Coffee\nsold: 1\n')
  const [page = ''] = await world.db.list('SELECT id FROM extension_rows WHERE kind = $1', ['items'], toPage)

  const file = join(shop, 'extension.ts')
  const code = readFileSync(file, 'utf8')
  const line = code.slice(0, code.indexOf("submit: 'Buy'")).split('\n').length
  writeFileSync(file, code.replace("submit: 'Buy'", "submit: 'Buy"))
  await expect.poll(reports, { timeout: 30_000 }).toMatch(new RegExp(`not installed: extension\\.ts:${line}:`))
  writeFileSync(file, code.replace("submit: 'Buy'", "submit: 'Order'"))
  await expect.poll(async () => (await world.call('GET', page)).body, { timeout: 30_000 }).toContain('Order')
  expect(reports().match(/is installed/g)).toHaveLength(2)
}, 120_000)

/** The calls of step 4 of the guide, unchanged. */
function sellingSteps(url: string): string {
  const guide = readFileSync(join(ROOT, 'docs/guide/first-extension.md'), 'utf8')
  const block = /<!-- scripts\/author\/author-kit\.test\.ts[^\n]*\n```sh\n([\s\S]+?)\n```/.exec(guide)?.[1] ?? ''
  return block.replace('http://127.0.0.1:5000', url)
}

/** Background work runs as in a process. */
async function whileTicking<T>(world: World, work: Promise<T>): Promise<T> {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await world.tick()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return work
}

const toPage = ({ id }: { readonly id: string }): string => `/my_shop/p/${id}`

/** Returns what it has printed so far. */
function startDev(more: Readonly<Record<string, string>>): () => string {
  const child: ChildProcess = spawn(process.execPath, [COMMAND, 'dev'], { cwd: shop, env: env(more) })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  return () => printed
}
