import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../base/make-folder.ts'
import { historyFileOf } from '../db/sqlite/sqlite-history.ts'
import { hasContent, realPathOf } from '../db/sqlite/sqlite-place.ts'
import type { Config } from './config.ts'

export interface Secrets {
  /** All signing keys are derived from this. */
  readonly auth: string
  /** 32 bytes: encrypts wallet keys in the database. */
  readonly keyEncryption: Uint8Array
}

export type SecretsConfig = Pick<Config, 'dataFolder' | 'databaseUrl' | 'authSecretKey' | 'keyEncryptionKey'>

export const KEY_FILE = 'key-encryption-key'
const AUTH_FILE = 'auth-secret-key'
/** The file in which `npm run rekey` writes the new key. */
export const NEXT_KEY_FILE = `${KEY_FILE}.next`
const SECRET_FILES = [KEY_FILE, NEXT_KEY_FILE, AUTH_FILE]

/**
 * The secrets of the configuration, or those of the data folder, created at the first start and readable by the owner
 * only. On PostgreSQL, where processes share no folder, the key-encryption key is derived from AUTH_SECRET_KEY. `mark`:
 * of the key under which the database is encrypted (wallets/key-mark-store.ts); another key stops the start.
 */
export function loadSecrets(config: SecretsConfig, mark?: string): Secrets {
  const auth = config.authSecretKey ?? keptIn(config.dataFolder, AUTH_FILE)
  const shared = isEmbedded(config) ? undefined : auth
  const keyEncryption = deriveKey(config.keyEncryptionKey ?? shared ?? keptKey(config.dataFolder, mark))
  if (mark !== undefined && markOf(keyEncryption) !== mark) {
    throw new Error(
      "the wallets' keys in the database are hidden under another key: set SERVICE_KEY_ENCRYPTION_KEY to the one that `npm run rekey` was given last, or unset it if it was given none",
    )
  }
  return { auth, keyEncryption }
}

/**
 * SQLite: throws when the data folder has keys but no database. A new, empty database would hide the loss. `isNew`: the
 * operator wants an empty one.
 */
export function requireDatabase(config: SecretsConfig, isNew: boolean): void {
  if (!isEmbedded(config)) return
  const file = config.databaseUrl.slice('sqlite://'.length)
  if (hasContent(file)) {
    if (isNew) throw new Error(`--new: there is a database already, ${file}; start without --new`)
    return
  }
  if (isNew) return
  const keys = SECRET_FILES.map((name) => join(config.dataFolder, name))
  const trace = [...keys, historyFileOf(realPathOf(file))].find((path) => existsSync(path))
  if (trace === undefined) return
  throw new Error(
    `the database ${file} is missing or empty, but ${trace} shows that there was one. Either bring the file back (from where it was moved to, from ${file}.rescued-…, or with \`npm run restore -- BACKUP --force\`), or start with an empty database: \`npm run wallet -- --new\` or \`npm start -- --new\``,
  )
}

/** The contents of the secret files of a folder, all of which a backup may contain. */
export const listKeptSecrets = (folder: string): string[] =>
  SECRET_FILES.map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').trim())

/** 32 bytes from any text that the operator uses as a secret. */
export const deriveKey = (source: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', source, '', 'satchel key encryption', 32))

/** A digest that distinguishes keys without revealing them. */
export const markOf = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'satchel mark of a key', 16)).toString('hex')

/** Whether the key in use is the one of the data folder. */
export const isKeyInFolder = (config: SecretsConfig): boolean =>
  config.keyEncryptionKey === undefined && isEmbedded(config)

const isEmbedded = ({ databaseUrl }: SecretsConfig): boolean => databaseUrl.startsWith('sqlite:')

/** Stores a new key durably before it is used; the key in use stays in place. */
export function prepareNextKey(folder: string): string {
  const key = newSecret()
  const file = openSync(join(folder, NEXT_KEY_FILE), 'w', 0o600)
  writeFileSync(file, key)
  fsyncSync(file)
  closeSync(file)
  syncFolder(folder)
  return key
}

/** Replaces the key in use. */
export function takeNextKey(folder: string): void {
  renameSync(join(folder, NEXT_KEY_FILE), join(folder, KEY_FILE))
  syncFolder(folder)
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** After a crash during a change of the key, the database records which key is in use. */
function keptKey(folder: string, mark: string | undefined): string {
  const next = join(folder, NEXT_KEY_FILE)
  if (mark !== undefined && existsSync(next) && markOf(deriveKey(readFileSync(next, 'utf8').trim())) === mark) {
    takeNextKey(folder)
  }
  return keptIn(folder, KEY_FILE)
}

function keptIn(folder: string, name: string): string {
  const file = join(folder, name)
  if (!existsSync(file)) {
    makeFolder(folder)
    // `wx`: of two processes that start concurrently, one creates it and the other reads it.
    try {
      writeFileSync(file, newSecret(), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${file}: too short to be a secret; bring it back from a backup`)
  return secret
}

const newSecret = (): string => randomBytes(32).toString('hex')
