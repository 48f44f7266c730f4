import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret } from '../wallets/wallet-secrets.ts'
import { deriveWebhookKey, signWebhook } from './sign-webhook.ts'
import { readWebhookSecrets, rotateWebhookSecrets } from './webhook-secrets.ts'

const key = deriveWebhookKey(randomBytes(32))
const timestamp = Math.floor(Date.now() / 1000)
const body = '{"memo":"Grüße ⚡"}'

test('the reference library accepts the signature by each given secret, and by no other', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const headers = signWebhook({ id: 'd1', timestamp, body, secrets, key })
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers)).toThrow('No matching signature')
})

test('the published key verifies the v1a signature', () => {
  const headers = signWebhook({ id: 'd1', timestamp, body, secrets: [], key })
  const x = Buffer.from(key.publicKey.replace('whpk_', ''), 'base64')
  expect(x).toHaveLength(32)
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') },
  })
  const [version, signature = ''] = headers['webhook-signature']?.split(',') ?? []
  expect(version).toBe('v1a')
  const proves = (text: string) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
  expect(proves(`d1.${timestamp}.${body}`)).toBe(true)
  expect(proves(`d2.${timestamp}.${body}`)).toBe(false)
})

test('a seed always gives the same key pair, and another seed another one', () => {
  const seed = Buffer.alloc(32, 1)
  expect(deriveWebhookKey(seed).publicKey).toBe('whpk_NXGM+3xQc66eFutZ9rXLnhYYB2sdIGuErWNPDSq2cZM=')
  expect(deriveWebhookKey(Buffer.alloc(32, 2)).publicKey).not.toBe(deriveWebhookKey(seed).publicKey)
  expect(() => deriveWebhookKey(Buffer.alloc(31))).toThrow('32 bytes')
})

test('a rotated secret signs for 24 hours more, the one before it does not', () => {
  const once = rotateWebhookSecrets('whsec_old', 'whsec_new', 1000)
  expect(readWebhookSecrets('whsec_old', 1000)).toEqual({ current: 'whsec_old', previous: undefined })
  expect(readWebhookSecrets(once, 1000 + 86_399)).toEqual({ current: 'whsec_new', previous: 'whsec_old' })
  expect(readWebhookSecrets(once, 1000 + 86_400)).toEqual({ current: 'whsec_new', previous: undefined })
  const twice = rotateWebhookSecrets(once, 'whsec_newest', 1001)
  expect(readWebhookSecrets(twice, 1001)).toEqual({ current: 'whsec_newest', previous: 'whsec_new' })
})
