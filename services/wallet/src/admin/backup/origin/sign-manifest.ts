import { createPublicKey, sign, verify } from 'node:crypto'
import { readOriginKey } from './origin-key.ts'
import type { OriginSigner } from './own-origins.ts'

/** The origin of an archive: the key, and its signature of everything else in the manifest. */
export interface SignedOrigin {
  readonly key: string
  /** Ed25519, base64. */
  readonly signature: string
}

/**
 * Adds the origin to a manifest. The signature covers the value, not its spelling: a reader verifies exactly what it
 * uses. The manifest has the digest of every file, so the signature covers the whole archive.
 */
export function signManifest<M extends object>(
  manifest: M,
  { key, privateKey }: OriginSigner,
): M & { origin: SignedOrigin } {
  const signature = sign(null, signedText(manifest, key), privateKey).toString('base64')
  return { ...manifest, origin: { key, signature } }
}

/** The key that signed a manifest; undefined if it is unsigned. Throws if the signature is wrong. */
export function readOrigin({ origin, ...manifest }: { readonly origin?: SignedOrigin }): string | undefined {
  if (origin === undefined) return undefined
  const raw = readOriginKey(origin.key)
  const x = Buffer.from(raw ?? []).toString('base64url')
  const isGenuine =
    raw !== undefined &&
    verify(
      null,
      signedText(manifest, origin.key),
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
      Buffer.from(origin.signature, 'base64'),
    )
  if (!isGenuine) throw new Error('its signature is wrong')
  return origin.key
}

const signedText = (manifest: object, key: string): Buffer =>
  Buffer.from(`satchel backup manifest\n${key}\n${JSON.stringify(manifest)}`)
