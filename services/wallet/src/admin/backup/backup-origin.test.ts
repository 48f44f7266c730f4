import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../../test/world/compile-cache.ts'
import { homeOf } from '../../../test/world/home-of.ts'
import { openWorld, TEST_AUTH_SECRET, type World } from '../../../test/world/open-world.ts'
import { bundleOf, type Ran, runScript } from '../../../test/world/run-script.ts'
import { writeBackup } from '../../../test/world/write-backup.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { acceptOrigin } from './origin/accept-origin.ts'
import { listOwnOrigins, openOwnOrigin } from './origin/own-origins.ts'
import type { Manifest } from './read-manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { unpackArchive } from './unpack-archive.ts'

const OTHER_SECRET = 'the secret of another installation, long'
const NEWEST = 'satchel-2026-11-26T03-00-00Z.tar.gz'

let own: World
let other: World
let folder: string
let archive: string
beforeAll(async () => {
  const password = { SUPER_USER_PASSWORD: 'correct horse' }
  own = await openWorld({ dialect: 'sqlite', env: { SUPER_USER_USERNAME: 'root', ...password } })
  other = await openWorld({ dialect: 'sqlite', env: { SUPER_USER_USERNAME: 'mallory', ...password } })
})
afterAll(() => Promise.all([own.close(), other.close()]))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-origin-'))
  mkdirSync(join(folder, 'target'))
  archive = join(folder, 'target', NEWEST)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function configOf(dataFolder: string, env: Readonly<Record<string, string>> = {}): Config {
  const read = readConfig({ SERVICE_DATA_FOLDER: dataFolder, ...env })
  if ('problems' in read) throw new Error(read.problems.join())
  return read.config
}

/** `secret`: AUTH_SECRET_KEY of the installation; undefined: it has a file. */
async function backUp(of: World, secret?: string, recipient?: string): Promise<string> {
  const home = await homeOf(of)
  const env = {
    SERVICE_PUBLIC_URL: of === own ? 'https://own.example' : 'https://other.example',
    AUTH_SECRET_KEY: secret ?? '',
  }
  await writeBackup(archive, { ...env, SERVICE_DATA_FOLDER: home }, recipient === undefined ? [] : [recipient])
  return openOwnOrigin(configOf(home, env)).key
}

const elsewhere = (): string => join(folder, 'elsewhere')
const restore = (...args: string[]): Promise<Ran> =>
  runScript('restore', [archive, ...args], { SERVICE_DATA_FOLDER: elsewhere() })
const drill = (...args: string[]): Promise<Ran> =>
  runScript('restore-drill', args, { SERVICE_DATA_FOLDER: elsewhere(), SERVICE_BACKUP_TARGET: join(folder, 'target') })
/** The same without its command line, by this process: the output, and whether it was accepted. */
async function restoreHere(given?: string): Promise<{ readonly isAccepted: boolean; readonly said: string }> {
  const lines: string[] = []
  const restored = await restoreBackup({
    config: configOf(elsewhere(), { AUTH_SECRET_KEY: TEST_AUTH_SECRET }),
    archive,
    force: false,
    commandsModule: new URL('../../wiring/commands.ts', import.meta.url).href,
    now: new Date(),
    env: {},
    accepts: acceptOrigin({ given, say: (line) => void lines.push(line), ask: undefined }),
  })
  return { isAccepted: restored !== undefined, said: lines.join('\n') }
}
const left = (): string[] => (existsSync(elsewhere()) ? readdirSync(elsewhere()) : [])

/** The archive with other contents, packed by tar. Digests are corrected where `digests` says so. */
async function repack(change: (manifest: Manifest, parts: string) => unknown, digests = false): Promise<void> {
  const parts = join(folder, 'parts')
  mkdirSync(parts)
  const { manifest } = await unpackArchive(archive, parts)
  const changed = (change(manifest, parts) ?? manifest) as Manifest
  const sha256 = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(parts, name)))
      .digest('hex')
  const files = changed.files.map((file) => ({
    ...file,
    size: statSync(join(parts, file.name)).size,
    sha256: sha256(file.name),
  }))
  writeFileSync(join(parts, 'manifest.json'), JSON.stringify(digests ? { ...changed, files } : changed))
  execFileSync('tar', ['--format=ustar', '-czf', archive, ...readdirSync(parts)], { cwd: parts })
  rmSync(parts, { recursive: true })
}

const withoutOrigin = ({ origin: _o, installation: _i, super_users: _s, ...older }: Manifest): unknown => older

describe('the origin of backups', () => {
  test('a backup of this installation is verified: restore and drill name it and its super users', async () => {
    const key = await backUp(own, TEST_AUTH_SECRET)
    const said = [
      expect.stringMatching(/^Installation: https:\/\/own\.example, node \w+, since 20\d\d-\S+Z$/m),
      expect.stringMatching(/^Super users in it: root$/m),
      expect.stringMatching(new RegExp(`^Origin: proven by the key ${key}$`, 'm')),
    ]
    for (const run of [drill, restore]) {
      const ran = await run()
      expect([ran.code, ran.said, ran.said, ran.said]).toEqual([0, ...said])
    }
    const token = (await own.call('POST', '/api/v1/auth', { body: { username: 'root', password: 'correct horse' } }))
      .body.access_token
    expect((await own.call('GET', '/api/v1/admin/status', { token })).body.backup_origin).toBe(key)
  }, 60_000)

  test('an archive created elsewhere for the same age key is not used without consent, and nothing is changed', async () => {
    const identity = await generateX25519Identity()
    const identities = ['--identity', join(folder, 'keys')]
    writeFileSync(join(folder, 'keys'), identity)
    const key = await backUp(other, OTHER_SECRET, await identityToRecipient(identity))
    for (const run of [drill, restore]) {
      const ran = await run(...identities)
      expect([ran.code, ran.said]).toEqual([3, expect.stringContaining('Super users in it: mallory')])
      expect(ran.said).toContain(`another installation's key, ${key}; the key of this configuration is origin1`)
      expect(ran.said).toContain('nothing was changed')
      expect(left()).toEqual([])
    }
    const ran = await restore(...identities, '--origin', 'any')
    expect([ran.code, ran.said]).toEqual([0, expect.stringContaining('Super users now: mallory')])
  }, 60_000)

  test('an archive of an older version is unsigned: it needs consent', async () => {
    await backUp(own, TEST_AUTH_SECRET)
    await repack(withoutOrigin)
    for (const run of [drill, restore]) {
      expect(await run()).toEqual({
        code: 3,
        said: expect.stringContaining('Origin: not proven. The archive is unsigned'),
      })
      expect(left()).toEqual([])
    }
    const { key } = openOwnOrigin(configOf('/', { AUTH_SECRET_KEY: TEST_AUTH_SECRET }))
    expect(await restoreHere(key)).toMatchObject({ isAccepted: false })
    for (const run of [drill, restore]) expect(await run('--origin', 'any')).toMatchObject({ code: 0 })
  }, 60_000)

  test('on a new machine the key that was written down verifies the origin; another one does not', async () => {
    const key = await backUp(own)
    const home = await homeOf(own)
    expect(statSync(join(home, 'backup-origin-key')).mode & 0o777).toBe(0o600)
    const listed = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).split('\n')
    expect(listed.filter((name) => name.includes('origin'))).toEqual([])
    const another = openOwnOrigin(configOf(home, { AUTH_SECRET_KEY: OTHER_SECRET })).key
    for (const given of [undefined, another]) expect(await restoreHere(given)).toMatchObject({ isAccepted: false })
    expect(left()).toEqual([])
    const mistyped = await restore(
      '--origin',
      key.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
    )
    expect([mistyped.code, mistyped.said]).toEqual([1, expect.stringContaining('without typing errors')])
    expect(await drill('--origin', key.toUpperCase())).toMatchObject({ code: 0 })
    expect(await restore('--origin', key)).toMatchObject({ code: 0 })
  }, 60_000)

  test.each<[string, (manifest: Manifest, parts: string) => unknown, RegExp]>([
    ['another database', (_m, parts) => writeFileSync(join(parts, 'database.sqlite'), 'x'), /its signature is wrong/],
    ['other super users in its manifest', (m) => ({ ...m, super_users: [] }), /its signature is wrong/],
    [
      'the name of another installation',
      (m) => ({ ...m, installation: { ...m.installation, public_url: 'x' } }),
      /its signature is wrong/,
    ],
    [
      'the key of another origin',
      (m) => ({
        ...m,
        origin: { ...m.origin, key: openOwnOrigin(configOf('/', { AUTH_SECRET_KEY: OTHER_SECRET })).key },
      }),
      /its signature is wrong/,
    ],
    [
      'a file that its manifest does not name',
      (_m, parts) => writeFileSync(join(parts, 'auth-secret-key'), 'x'),
      /does not name auth-secret-key/,
    ],
    [
      'no key file',
      (m) => ({ ...m, files: m.files.filter(({ name }) => name !== 'key-encryption-key') }),
      /does not name key-encryption-key/,
    ],
    ['a manifest of another shape', (m) => ({ ...m, super_users: 'root' }), /its manifest is damaged/],
  ])(
    'an archive with %s is damaged, also with --origin any',
    async (_what, change, problem) => {
      await backUp(own, TEST_AUTH_SECRET)
      await repack(change, true)
      await expect(restoreHere('any')).rejects.toThrow(problem)
      expect(left()).toEqual([])
    },
    60_000,
  )

  test('a secret inside a backup proves nothing: the key is in a file that no backup contains', async () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    writeFileSync(join(home, 'auth-secret-key'), `${OTHER_SECRET}\n`)
    const derived = openOwnOrigin(configOf(join(folder, 'empty'), { AUTH_SECRET_KEY: OTHER_SECRET })).key
    const env = { AUTH_SECRET_KEY: OTHER_SECRET }
    const { key } = openOwnOrigin(configOf(home, env))
    expect([key === derived, openOwnOrigin(configOf(home)).key]).toEqual([false, key])
    expect(listOwnOrigins(configOf(home, env), folder)).toEqual([key])
    expect(listOwnOrigins(configOf(join(folder, 'empty'), env), home)).toEqual([])
  })

  test('backups from before SERVICE_KEY_ENCRYPTION_KEY, or any secret, was set stay verified', () => {
    const place = join(folder, 'home')
    const steps = [
      {},
      { AUTH_SECRET_KEY: TEST_AUTH_SECRET },
      { AUTH_SECRET_KEY: TEST_AUTH_SECRET, SERVICE_KEY_ENCRYPTION_KEY: OTHER_SECRET },
    ]
    const keys = steps.map((env) => openOwnOrigin(configOf(place, env)).key)
    expect(new Set(keys).size).toBe(3)
    expect(listOwnOrigins(configOf(place, steps[2]), folder)).toEqual(keys.toReversed())
  })

  const PTY = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)'
  const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

  test.skipIf(!hasPython).each([
    ['accept', 0],
    ['no', 3],
  ])(
    'a person at a terminal who types %s ends with exit code %d',
    async (word, code) => {
      await backUp(other, OTHER_SECRET)
      const ran = spawnSync('python3', ['-c', PTY, process.execPath, bundleOf('restore'), archive], {
        env: { ...COMPILE_CACHE, AUTH_SECRET_KEY: TEST_AUTH_SECRET, SERVICE_DATA_FOLDER: elsewhere() },
        input: `${word}\n`,
        encoding: 'utf8',
      })
      expect([ran.status, ran.stdout]).toEqual([code, expect.stringContaining('Type accept to use it all the same')])
      expect(left().includes('satchel.db')).toBe(code === 0)
    },
    60_000,
  )

  test('no control character of an archive reaches the terminal', async () => {
    const lines: string[] = []
    const installation = { public_url: 'https://x\u001B[2J', node: 'a\nb', since: null }
    const accept = acceptOrigin({ given: undefined, say: (line) => void lines.push(line), ask: undefined })
    expect(await accept({ key: undefined, own: [], installation, superUsers: ['root\r\u009B1A'] })).toBe(false)
    expect(lines.join()).toContain('https://x?[2J, node a?b')
    expect(lines.filter((line) => /\p{C}/u.test(line))).toEqual([])
  })
})
