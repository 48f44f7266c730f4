import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveKey, loadSecrets, markOf, prepareNextKey, requireDatabase, type SecretsConfig } from './secrets.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'satchel-secrets-'))
  folder = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const load = (more: Partial<SecretsConfig> = {}) => loadMarked(undefined, more)
const loadMarked = (mark: string | undefined, more: Partial<SecretsConfig> = {}) => {
  const nothing = { authSecretKey: undefined, keyEncryptionKey: undefined }
  return loadSecrets({ dataFolder: folder, databaseUrl: 'sqlite://x', ...nothing, ...more }, mark)
}
const hex = ({ keyEncryption }: { keyEncryption: Uint8Array }): string => Buffer.from(keyEncryption).toString('hex')

test('unset secrets are generated once, readable by their owner only, and the same after every restart', () => {
  const first = load()
  expect(readdirSync(folder).sort()).toEqual(['auth-secret-key', 'key-encryption-key'])
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, name), 'utf8').length).toBeGreaterThanOrEqual(64)
  }
  const second = load()
  expect([second.auth, hex(second)]).toEqual([first.auth, hex(first)])
  expect(first.keyEncryption).toHaveLength(32)
  expect(first.auth).not.toBe(hex(first))
})

test('two folders have different secrets', () => {
  const [one, other] = [load(), load({ dataFolder: join(parent, 'other') })]
  expect(one.auth).not.toBe(other.auth)
  expect(hex(one)).not.toBe(hex(other))
})

test('secrets of the configuration have priority, and no unneeded file is written', () => {
  const given = load({ authSecretKey: 'auth', keyEncryptionKey: 'keys' })
  expect(given.auth).toBe('auth')
  expect(() => readdirSync(folder)).toThrow(/ENOENT/)
  load({ authSecretKey: 'auth' })
  expect(readdirSync(folder)).toEqual(['key-encryption-key'])
})

test('on SQLite a new AUTH_SECRET_KEY does not change the encryption of wallet keys', () => {
  expect(hex(load({ authSecretKey: 'one' }))).toBe(hex(load({ authSecretKey: 'other' })))
})

test('on PostgreSQL processes without a common folder encrypt wallet keys the same way', () => {
  const postgres = { databaseUrl: 'postgres://db/x', authSecretKey: 'the same for all' }
  const here = load(postgres)
  const there = load({ ...postgres, dataFolder: join(parent, 'there') })
  expect([here.auth, hex(here)]).toEqual([there.auth, hex(there)])
  expect(hex(load({ ...postgres, authSecretKey: 'another' }))).not.toBe(hex(here))
  expect(() => readdirSync(folder)).toThrow(/ENOENT/)
})

test.each(['auth-secret-key', 'key-encryption-key'])(
  'a truncated %s file is rejected by name: nothing is signed or encrypted with an empty key (D15)',
  (name) => {
    load()
    for (const rest of ['', '  \n', 'abcdef']) {
      writeFileSync(join(folder, name), rest)
      expect(() => load()).toThrow(name)
    }
  },
)

test('a data folder that cannot be created is an error, not a secret in memory', () => {
  writeFileSync(join(parent, 'file'), '')
  expect(() => load({ dataFolder: join(parent, 'file', 'data') })).toThrow(/ENOTDIR|EEXIST/)
})

test('the database records the key that encrypts it: another key is rejected, and a prepared new key is adopted', () => {
  const before = load()
  const next = deriveKey(prepareNextKey(folder))
  const given = { keyEncryptionKey: 'a key of the environment' }
  expect(hex(load())).toBe(hex(before))
  expect(hex(loadMarked(markOf(before.keyEncryption)))).toBe(hex(before))
  expect(() => loadMarked(markOf(next), given)).toThrow(/SERVICE_KEY_ENCRYPTION_KEY/)
  expect(readdirSync(folder)).toContain('key-encryption-key.next')
  expect(hex(loadMarked(markOf(next)))).toBe(hex({ keyEncryption: next }))
  expect(readdirSync(folder)).not.toContain('key-encryption-key.next')
  expect(statSync(join(folder, 'key-encryption-key')).mode & 0o777).toBe(0o600)
  expect(() => loadMarked(markOf(before.keyEncryption))).toThrow(/npm run rekey/)
})

test.each(['auth-secret-key', 'key-encryption-key', 'key-encryption-key.next', 'satchel.db.history'])(
  'a data folder with a %s and without a database starts with --new only; the message says what is missing and the two ways out',
  (name) => {
    const file = join(parent, 'data', 'satchel.db')
    const config = {
      dataFolder: folder,
      databaseUrl: `sqlite://${file}`,
      authSecretKey: undefined,
      keyEncryptionKey: undefined,
    }
    requireDatabase(config, false)
    mkdirSync(folder)
    writeFileSync(join(folder, name), 'x'.repeat(64))
    for (const content of [undefined, '']) {
      if (content !== undefined) writeFileSync(file, content)
      expect(() => requireDatabase(config, false)).toThrow(
        new RegExp(
          `database ${file} is missing or empty, but ${join(folder, name)} .*npm run restore.*npm run wallet -- --new`,
        ),
      )
      requireDatabase(config, true)
    }
    writeFileSync(file, 'something')
    requireDatabase(config, false)
    expect(() => requireDatabase(config, true)).toThrow(/--new: there is a database already/)
    requireDatabase({ ...config, databaseUrl: 'postgres://x/y' }, false)
  },
)
