import {
  deriveKey,
  isKeyInFolder,
  loadSecrets,
  markOf,
  prepareNextKey,
  type SecretsConfig,
  takeNextKey,
} from '../../config/secrets.ts'
import { openDatabase } from '../../db/open-database.ts'
import { findKeyMark } from '../../wallets/key-mark-store.ts'
import { resealSecrets } from './reseal-secrets.ts'

export interface ChangeKeyOptions {
  readonly config: SecretsConfig
  /** The new SERVICE_KEY_ENCRYPTION_KEY; undefined = a random key in the data folder. */
  readonly newKey: string | undefined
  readonly commandsModule: string
  /** Unix seconds. */
  readonly at: number
}

export interface KeyChange {
  /** How many secrets were re-encrypted; undefined = they were under the new key already. */
  readonly secrets: number | undefined
}

/**
 * Re-encrypts everything with another key while no service runs. A crash leaves everything under one of the two keys:
 * the database records which, and the next start uses the matching key file.
 */
export async function changeKey({ config, newKey, commandsModule, at }: ChangeKeyOptions): Promise<KeyChange> {
  requireUsable(config, newKey)
  const db = await openDatabase(config.databaseUrl, commandsModule, { alone: true })
  try {
    const mark = await findKeyMark(db)
    if (newKey !== undefined && markOf(deriveKey(newKey)) === mark) return { secrets: undefined }
    const from = loadSecrets(config, mark).keyEncryption
    const to = deriveKey(newKey ?? prepareNextKey(config.dataFolder))
    if (markOf(from) === markOf(to)) throw new Error('SERVICE_NEW_KEY_ENCRYPTION_KEY: this key is in use already')
    const secrets = await db.transact(resealSecrets, { from, to, at })
    if (newKey === undefined) takeNextKey(config.dataFolder)
    return { secrets }
  } finally {
    await db.close()
  }
}

function requireUsable(config: SecretsConfig, newKey: string | undefined): void {
  if (newKey === undefined && !isKeyInFolder(config)) {
    throw new Error(
      'SERVICE_NEW_KEY_ENCRYPTION_KEY: must be set, because the key in use comes from the environment and not from the data folder',
    )
  }
  if (newKey !== undefined && Buffer.byteLength(newKey) < 32) {
    throw new Error('SERVICE_NEW_KEY_ENCRYPTION_KEY: must have at least 32 bytes')
  }
}
