import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

/** The headers that let a receiver check who sent a body and when (Standard Webhooks 1.0.0). */
export function signWebhook(attempt: WebhookAttempt): Record<string, string> {
  const { id, timestamp, body, secrets, key } = attempt
  const text = `${id}.${timestamp}.${body}`
  const signatures = [
    ...secrets.map((secret) => `v1,${createHmac('sha256', keyBytes(secret)).update(text).digest('base64')}`),
    `v1a,${sign(null, Buffer.from(text), key.privateKey).toString('base64')}`,
  ]
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

export interface WebhookAttempt {
  /** The same for all attempts, so that receivers can recognise repeats. */
  readonly id: string
  /** Time of this attempt, Unix seconds. */
  readonly timestamp: number
  readonly body: string
  /** `whsec_…`: one, or after a rotation the new and the old one. */
  readonly secrets: readonly string[]
  readonly key: WebhookKey
}

/** The service's own key pair: receivers that know its public half need no secret. */
export interface WebhookKey {
  readonly privateKey: KeyObject
  /** `whpk_` and base64 of the 32 bytes. */
  readonly publicKey: string
}

/** The same seed of 32 bytes makes the same key pair in every process and after every start. */
export function deriveWebhookKey(seed: Uint8Array): WebhookKey {
  if (seed.length !== 32) throw new Error('the seed of the webhook key has 32 bytes')
  const raw = Buffer.from(hkdfSync('sha256', seed, '', 'satchel webhooks ed25519', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, raw]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}` }
}

/** The PKCS #8 prefix of the 32 bytes of an ed25519 private key (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const keyBytes = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
