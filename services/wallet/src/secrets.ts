import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

export interface Secrets {
  /** Everything that is signed is signed under a key derived from this. */
  readonly auth: string
  /** 32 bytes: hides wallet keys in the database. */
  readonly keyEncryption: Uint8Array
}

/**
 * The secrets of the configuration, or those of the data folder, made at the first start and readable by the owner
 * only. On PostgreSQL, where processes share no folder, keys are hidden under a key derived from AUTH_SECRET_KEY.
 */
export function loadSecrets(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'authSecretKey' | 'keyEncryptionKey'>,
): Secrets {
  const auth = config.authSecretKey ?? keptIn(config.dataFolder, 'auth-secret-key')
  const shared = config.databaseUrl.startsWith('sqlite:') ? undefined : auth
  const source = config.keyEncryptionKey ?? shared ?? keptIn(config.dataFolder, 'key-encryption-key')
  return { auth, keyEncryption: new Uint8Array(hkdfSync('sha256', source, '', 'satchel key encryption', 32)) }
}

function keptIn(folder: string, name: string): string {
  const file = join(folder, name)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // `wx`: of two processes that start at once, one makes it and the other reads it.
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${file}: too short to be a secret; bring it back from a backup`)
  return secret
}
