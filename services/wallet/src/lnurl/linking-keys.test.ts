import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLinkingKeys } from './linking-keys.ts'

const SECRET = 'a secret for tests that has more than 32 bytes'
const K1 = 'e2af6254a8df433264fa23f67eb8188635d15ce883e8fc020989d5f82ae6f11e'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

test('LUD-04: every signature is DER with a low S, over k1 itself, by the key sent with it', () => {
  const keys = createLinkingKeys(SECRET)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uuid(), fc.domain(), (k1, wallet, host) => {
      const { sig, key } = keys.signLogin(wallet, host, Buffer.from(k1).toString('hex'))
      expect(bytes(key)).toHaveLength(33)
      const options = { prehash: false, format: 'der', lowS: true } as const
      expect(secp256k1.verify(bytes(sig), k1, bytes(key), options)).toBe(true)
      expect(secp256k1.Signature.fromHex(sig, 'der').toHex('der')).toBe(sig)
    }),
    { numRuns: 300 },
  )
})

test('a wallet is always the same user at a host, and another one at every other host', () => {
  const keyOf = (wallet: string, host: string, secret = SECRET) =>
    createLinkingKeys(secret).signLogin(wallet, host, K1).key
  // A fixed vector: another key after an update would lock all users out.
  expect(keyOf('wallet 1', 'forum.example')).toBe('028da987cbd9ada6d4061a2fff3f3bf218316d10c40c8dedc1cb45b0c7e0d73e6c')
  const others = [
    keyOf('wallet 2', 'forum.example'),
    keyOf('wallet 1', 'www.forum.example'),
    keyOf('wallet 1', 'forum.example', `${SECRET}!`),
  ]
  expect(new Set([...others, keyOf('wallet 1', 'forum.example')]).size).toBe(4)
})
