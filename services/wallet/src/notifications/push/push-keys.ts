import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { type Database, defineCommand, type Reader } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'

/** The key pair by which push services identify this installation (RFC 8292). */
export interface PushKey {
  /** An uncompressed point, base64url: `applicationServerKey`. */
  readonly publicKey: string
  /** The Authorization header for a push service, valid for one origin and half a day. */
  authorize(endpoint: string, nowSeconds: number): string
}

const TOKEN_SECONDS = 12 * 3600

/** Opens the key pair, created on first use; the private half is sealed. `contact`: the address for push services. */
export async function openPushKey(db: Database, vault: KeyVault, contact: string): Promise<PushKey> {
  const { publicKey, sealed } = (await findKey(db)) ?? (await makeKey(db, vault))
  const key = createPrivateKey({ key: Buffer.from(vault.open(sealed), 'base64'), format: 'der', type: 'pkcs8' })
  return {
    publicKey,
    authorize(endpoint, nowSeconds) {
      const claims = { aud: new URL(endpoint).origin, exp: nowSeconds + TOKEN_SECONDS, sub: contact }
      const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      return `vapid t=${text}.${signature}, k=${publicKey}`
    },
  }
}

interface StoredKey {
  readonly publicKey: string
  readonly sealed: string
}

const findKey = (reader: Reader): Promise<StoredKey | undefined> =>
  reader.first('SELECT public_key, private_sealed FROM push_keys', [], (row: Record<string, string>) => ({
    publicKey: row['public_key'] ?? '',
    sealed: row['private_sealed'] ?? '',
  }))

async function makeKey(db: Database, vault: KeyVault): Promise<StoredKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const sealed = vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
  return db.transact(keepPushKey, { publicKey: point.toString('base64url'), sealed })
}

/** Only the first one is stored: two processes may start concurrently. */
export const keepPushKey = defineCommand({
  name: 'keep-push-key',
  run: async (tx, { publicKey, sealed }: StoredKey): Promise<StoredKey> => {
    await tx.run({
      sql: 'INSERT INTO push_keys (id, public_key, private_sealed) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING',
      params: [publicKey, sealed],
    })
    return (await findKey(tx)) ?? { publicKey, sealed }
  },
})
