import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../base/make-folder.ts'
import { listKeptSecrets, type SecretsConfig } from '../../../config/secrets.ts'
import { formatOriginKey } from './origin-key.ts'

/** Signs the manifests of this installation's backups. */
export interface OriginSigner {
  /** The public key: `origin1…`. */
  readonly key: string
  readonly privateKey: KeyObject
}

/** Never part of a backup: the holder of a backup must not be able to sign another one. */
const ORIGIN_FILE = 'backup-origin-key'

/**
 * The key that signs backups. It is derived from a secret of the configuration, so that it survives the loss of the
 * machine; else from a file of the data folder, made here at the first backup (decision 0091).
 */
export function openOwnOrigin(config: SecretsConfig): OriginSigner {
  return deriveSigner(listConfiguredSecrets(config, [config.dataFolder])[0] ?? openOriginFile(config.dataFolder))
}

/**
 * The public keys of all secrets that could have signed a backup here, the signing one first. Creates nothing.
 * `unpacked`: the folder of the archive whose origin is in question; a secret that lies in it proves nothing.
 */
export function listOwnOrigins(config: SecretsConfig, unpacked: string): string[] {
  const kept = join(config.dataFolder, ORIGIN_FILE)
  const secrets = [
    ...listConfiguredSecrets(config, [config.dataFolder, unpacked]),
    ...(existsSync(kept) ? [readOriginFile(kept)] : []),
  ]
  return secrets.map((secret) => deriveSigner(secret).key)
}

/** Without those that are also the content of a secret file, because such files are archived. */
function listConfiguredSecrets(config: SecretsConfig, folders: readonly string[]): string[] {
  const archived = folders.flatMap(listKeptSecrets)
  return [config.keyEncryptionKey, config.authSecretKey].filter(
    (secret): secret is string => secret !== undefined && !archived.includes(secret.trim()),
  )
}

function deriveSigner(secret: string): OriginSigner {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'satchel backup origin', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { key: formatOriginKey(Buffer.from(x, 'base64url')), privateKey }
}

/** The PKCS #8 prefix of the 32 bytes of an ed25519 private key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

function openOriginFile(folder: string): string {
  const file = join(folder, ORIGIN_FILE)
  if (!existsSync(file)) writeOriginFile(folder, file)
  return readOriginFile(file)
}

/** Complete or not at all. Of two processes that write concurrently, one wins and the other reads its key. */
function writeOriginFile(folder: string, file: string): void {
  makeFolder(folder)
  const fresh = `${file}.${randomBytes(8).toString('hex')}`
  try {
    const out = openSync(fresh, 'wx', 0o600)
    writeFileSync(out, randomBytes(32).toString('hex'))
    fsyncSync(out)
    closeSync(out)
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}

function readOriginFile(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Error(`${file} is no key of backups: delete it, and the next backup makes another one`)
  }
  return secret
}
