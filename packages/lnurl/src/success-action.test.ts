import { createDecipheriv } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LnurlError } from './lnurl-error.ts'
import { decryptAsPayer, encryptForPayer, readSuccessAction, type SuccessAction } from './success-action.ts'

const CALLBACK = 'https://pay.example/cb'
const PREIMAGE = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const read = (action: unknown) => readSuccessAction(action, CALLBACK)
type Aes = Extract<SuccessAction, { tag: 'aes' }>

test('no action, a message, a page of the same host and a secret are accepted', () => {
  expect([read(undefined), read(null)]).toEqual([undefined, undefined])
  const actions = [
    { tag: 'message', message: 'x'.repeat(144) },
    { tag: 'url', description: '', url: 'https://pay.example:8443/order?id=7' },
    encryptForPayer('Your code', '1234', PREIMAGE),
  ]
  expect(actions.map(read)).toEqual(actions)
})

test.each(
  [
    7,
    'thanks',
    {},
    { tag: 'script', message: 'x' },
    { tag: 'message' },
    { tag: 'message', message: 'x'.repeat(145) },
    { tag: 'message', message: 'a\u0000' },
    { tag: 'url', description: 'x', url: 'https://evil.example/' },
    { tag: 'url', description: 'x', url: 'https://pay.example@evil.example/' },
    { tag: 'url', description: 'x', url: 'https://user@pay.example/' },
    { tag: 'url', description: 'x', url: 'javascript://pay.example/%0aalert(1)' },
    { tag: 'url', url: 'https://pay.example/' },
    { tag: 'aes', description: 'x', ciphertext: 'AAAA', iv: 'AAAAAAAAAAAAAAAAAAAAAA==' },
    { tag: 'aes', description: 'x', ciphertext: 'A'.repeat(24), iv: 'AAAA' },
    { tag: 'aes', description: 'x', ciphertext: '!'.repeat(24), iv: 'AAAAAAAAAAAAAAAAAAAAAA==' },
    { tag: 'aes', description: 'x', ciphertext: Buffer.alloc(4096).toString('base64'), iv: 'AAAAAAAAAAAAAAAAAAAAAA==' },
  ].map((action) => [JSON.stringify(action).slice(0, 80), action] as const),
)('LUD-09: %s cannot be shown, so it is rejected before the payment', (_title, action) => {
  expect(() => read(action)).toThrow(LnurlError)
})

test('LUD-10: AES-256-CBC with the preimage as key; another key decrypts nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      const action = encryptForPayer('Your code', secret, PREIMAGE) as Aes
      expect(decryptAsPayer(action, PREIMAGE)).toBe(secret)
      expect(action.iv).toHaveLength(24)
      expect(decryptAsPayer(action, 'ff'.repeat(32))).not.toBe(secret)
    }),
  )
  const { ciphertext, iv } = encryptForPayer('Your code', '1234', PREIMAGE) as Aes
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(PREIMAGE, 'hex'), Buffer.from(iv, 'base64'))
  expect(decipher.update(ciphertext, 'base64', 'utf8') + decipher.final('utf8')).toBe('1234')
  expect(() => encryptForPayer('Your code', 'x'.repeat(4000), PREIMAGE)).toThrow(LnurlError)
})
