import fc from 'fast-check'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { verifyEvent } from './verify-event.ts'

const event = finalizeEvent(
  { kind: 23_194, created_at: 1_700_000_000, tags: [['p', 'ab'.repeat(32)]], content: 'é "\\\n\u2028' },
  generateSecretKey(),
)

test('an event that nostr-tools has signed is verified', () => {
  expect(verifyEvent(event)).toBe(true)
})

test.each([
  ['another content', { content: 'other' }],
  ['another id', { id: 'ab'.repeat(32) }],
  ['another key', { pubkey: 'ab'.repeat(32) }],
  ['a signature that is no point', { sig: 'ff'.repeat(64) }],
  ['a short signature', { sig: event.sig.slice(2) }],
  ['capital letters', { sig: event.sig.toUpperCase() }],
])('an event with %s is not', (_what, change) => {
  expect(verifyEvent({ ...event, ...change })).toBe(false)
})

test('an event of arbitrary texts is not verified, and does not throw', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{64}$/), fc.stringMatching(/^[0-9a-f]{128}$/))
  fc.assert(
    fc.property(texts, texts, texts, (id, pubkey, sig) => {
      expect(verifyEvent({ ...event, id, pubkey, sig })).toBe(false)
    }),
  )
})
