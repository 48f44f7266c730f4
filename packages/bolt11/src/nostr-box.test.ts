import fc from 'fast-check'
import { decrypt as openNip04, encrypt as sealNip04 } from 'nostr-tools/nip04'
import { getConversationKey, decrypt as openNip44, encrypt as sealNip44 } from 'nostr-tools/nip44'
import { finalizeEvent, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { nostrBoxes } from './nostr-box.ts'
import { nostrPubkey, signEvent } from './sign-event.ts'

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.of(0x7f, ...bytes.slice(1)))
const texts = fc.string({ minLength: 1, maxLength: 300, unit: 'binary' })

test('texts encrypted by another library are decrypted, and vice versa', () => {
  fc.assert(
    fc.property(keys, keys, texts, (own, other, text) => {
      const [boxes, otherBoxes] = [nostrBoxes(own, nostrPubkey(other)), nostrBoxes(other, nostrPubkey(own))]
      const conversation = getConversationKey(other, nostrPubkey(own))
      expect(openNip44(boxes.nip44_v2.seal(text), conversation)).toBe(text)
      expect(boxes.nip44_v2.open(sealNip44(text, conversation))).toBe(text)
      expect(openNip04(other, nostrPubkey(own), boxes.nip04.seal(text))).toBe(text)
      expect(boxes.nip04.open(sealNip04(other, nostrPubkey(own), text))).toBe(text)
      expect(otherBoxes.nip04.open(boxes.nip04.seal(text))).toBe(text)
    }),
    { numRuns: 20 },
  )
})

test('a text encrypted for other keys is not decrypted', () => {
  const [own, other, third] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  const sealed = nostrBoxes(own, nostrPubkey(other))
  const { nip44_v2: wrong } = nostrBoxes(third, nostrPubkey(own))
  expect(() => wrong.open(sealed.nip44_v2.seal('text'))).toThrow()
  expect(() => sealed.nip44_v2.open('no content')).toThrow()
  expect(() => sealed.nip04.open('no content')).toThrow()
  expect(() => nostrBoxes(own, 'ff'.repeat(32))).toThrow()
})

test('a signed event has the same id in another library, which verifies it', () => {
  fc.assert(
    fc.property(keys, texts, fc.nat(), (key, content, created_at) => {
      const template = { kind: 1, created_at, tags: [['p', 'x', content]], content }
      const signed = signEvent(template, key)
      const { id, pubkey } = finalizeEvent({ ...template, tags: [['p', 'x', content]] }, key)
      expect(signed).toMatchObject({ ...template, id, pubkey })
      expect(pubkey).toBe(getPublicKey(key))
      expect(verifyEvent({ ...signed, tags: [['p', 'x', content]] })).toBe(true)
    }),
    { numRuns: 20 },
  )
})
