import { createHash } from 'node:crypto'
import { schnorr } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { getToken } from 'nostr-tools/nip98'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { checkNostrEvent } from './nostr-event.ts'

const URL_OF_CALL = 'https://pay.example/api/v1/auth/nostr'
const NOW = 1_700_000_000
const EXPECTED = { urls: ['http://127.0.0.1:5000/x', URL_OF_CALL], method: 'POST', nowSeconds: NOW }
const SECRET = generateSecretKey()
const PUBLIC = getPublicKey(SECRET)

type Template = Parameters<typeof finalizeEvent>[0]

const CALL_TAGS = [
  ['u', URL_OF_CALL],
  ['method', 'POST'],
]
const TEMPLATE: Template = { kind: 27_235, created_at: NOW, tags: CALL_TAGS, content: '' }

const check = (event: unknown) => checkNostrEvent(typeof event === 'string' ? event : JSON.stringify(event), EXPECTED)
const signed = (more: Partial<Template> = {}) => finalizeEvent({ ...TEMPLATE, ...more }, SECRET)

/** Signed correctly, whatever its content: also content that no library would sign. */
function signAnything(more: Readonly<Record<string, unknown>>) {
  const event: Record<string, unknown> = { ...TEMPLATE, pubkey: PUBLIC, ...more }
  const { pubkey, created_at, kind, tags, content } = event
  const id = createHash('sha256')
    .update(JSON.stringify([0, pubkey, created_at, kind, tags, content]))
    .digest()
  return { ...event, id: id.toString('hex'), sig: Buffer.from(schnorr.sign(id, SECRET)).toString('hex') }
}

test('an event of nostr-tools proves its key, as JSON, with blanks around it, and as base64 (D5)', () => {
  const event = signed()
  const proof = { eventId: event.id, publicKey: PUBLIC, expiresAt: NOW + 60 }
  const json = JSON.stringify(event)
  const base64 = Buffer.from(json).toString('base64')
  for (const text of [json, ` ${JSON.stringify(event, null, 2)}\n`, base64, base64.replace(/=+$/, '')]) {
    expect(check(text)).toEqual(proof)
  }
})

test('NIP-98: the token that nostr-tools makes for the header is accepted, payload tag included', async () => {
  const token = await getToken(URL_OF_CALL, 'POST', (event) => finalizeEvent(event, SECRET), false, { a: 1 })
  const nowSeconds = Math.floor(Date.now() / 1000)
  expect(checkNostrEvent(token, { ...EXPECTED, nowSeconds })).toMatchObject({ publicKey: PUBLIC })
})

test('the check agrees with nostr-tools about every content and every tag, and about every changed one', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(text, fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 14 }), (content, more) => {
      const others = more.filter(([name]) => !['u', 'method', 'payload'].includes(name ?? ''))
      const event = signed({ content, tags: [...CALL_TAGS, ...others] })
      expect(verifyEvent({ ...event })).toBe(true)
      expect(check(event)).toMatchObject({ eventId: event.id })
      expect(check({ ...event, content: `${content}.` })).toEqual({ problem: 'its signature is wrong' })
    }),
    { numRuns: 30 },
  )
})

test('every single changed hex digit of id, key or signature makes it prove nothing', () => {
  const event = signed()
  const field = fc.constantFrom('id' as const, 'pubkey' as const, 'sig' as const)
  fc.assert(
    fc.property(field, fc.nat(127), fc.integer({ min: 1, max: 15 }), (name, at, step) => {
      const hex = event[name]
      const index = at % hex.length
      const digit = ((Number.parseInt(hex[index] ?? '', 16) + step) % 16).toString(16)
      const changed = `${hex.slice(0, index)}${digit}${hex.slice(index + 1)}`
      expect(check({ ...event, [name]: changed })).toHaveProperty('problem')
    }),
    { numRuns: 30 },
  )
})

test('no text and no JSON makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.base64String()), (text) => {
      expect(checkNostrEvent(text, EXPECTED)).toHaveProperty('problem')
    }),
    { numRuns: 500 },
  )
})

test('no shape of a correctly signed event makes it throw', () => {
  const shape = fc.dictionary(
    fc.constantFrom('kind', 'created_at', 'tags', 'content', 'pubkey'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  fc.assert(
    fc.property(shape, (more) => {
      expect(() => check(signAnything(more))).not.toThrow()
    }),
  )
})

test('sixty seconds off is accepted, sixty-one is not, both ways (D5)', () => {
  const at = (seconds: number) => 'problem' in check(signed({ created_at: NOW + seconds }))
  expect([at(-60), at(60), at(-61), at(61)]).toEqual([false, false, true, true])
})

test('an event is stored for as long as it could be replayed', () => {
  expect(check(signed({ created_at: NOW + 60 }))).toMatchObject({ expiresAt: NOW + 120 })
})

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ['of another kind', { kind: 1 }, /kind/],
  ['whose kind is text', { kind: '27235' }, /not a signed event/],
  ['for another address', { tags: [['u', `${URL_OF_CALL}/`], CALL_TAGS[1]] }, /u tag/],
  ['for another host', { tags: [['u', URL_OF_CALL.replace('pay', 'evil')], CALL_TAGS[1]] }, /u tag/],
  ['for an address with a query', { tags: [['u', `${URL_OF_CALL}?a=1`], CALL_TAGS[1]] }, /u tag/],
  ['without an address', { tags: [CALL_TAGS[1]] }, /u tag/],
  ['with two addresses', { tags: [...CALL_TAGS, ['u', 'https://evil.example']] }, /u tag/],
  ['with an empty address tag', { tags: [['u'], CALL_TAGS[1]] }, /u tag/],
  ['for another method', { tags: [CALL_TAGS[0], ['method', 'GET']] }, /method tag/],
  ['for a method in small letters', { tags: [CALL_TAGS[0], ['method', 'post']] }, /method tag/],
  ['without a method', { tags: [CALL_TAGS[0]] }, /method tag/],
  ['with two methods', { tags: [...CALL_TAGS, ['method', 'POST']] }, /method tag/],
  ['with a payload that is no hash', { tags: [...CALL_TAGS, ['payload', 'ab']] }, /payload/],
  ['with an empty payload tag', { tags: [...CALL_TAGS, ['payload']] }, /payload/],
  ['with seventeen tags', { tags: [...CALL_TAGS, ...Array.from({ length: 15 }, () => ['x'])] }, /not a signed event/],
  ['with a number in a tag', { tags: [...CALL_TAGS, ['x', 1]] }, /not a signed event/],
  ['with a tag that is no list', { tags: [...CALL_TAGS, 'x'] }, /not a signed event/],
  ['without tags', { tags: undefined }, /not a signed event/],
  ['with 1025 bytes of content', { content: 'é'.repeat(512) + '.' }, /not a signed event/],
  ['whose content is no text', { content: 1 }, /not a signed event/],
  ['made at no whole second', { created_at: NOW + 0.5 }, /not a signed event/],
  ['made at a time in text', { created_at: String(NOW) }, /not a signed event/],
  ['of a key in capitals', { pubkey: PUBLIC.toUpperCase() }, /not a signed event/],
  ['of a key that is too short', { pubkey: PUBLIC.slice(2) }, /not a signed event/],
  ['of a key that is not on the curve', { pubkey: 'f'.repeat(64) }, /signature/],
  ['of another key', { pubkey: getPublicKey(generateSecretKey()) }, /signature/],
])('an event %s proves nothing, however well signed (D5)', (_what, more, problem) => {
  expect(check(signAnything(more))).toEqual({ problem: expect.stringMatching(problem) })
})

test('1024 bytes of content and sixteen tags are accepted: the ones above were rejected for one more', () => {
  const tags = [...CALL_TAGS, ...Array.from({ length: 14 }, () => ['x'])]
  expect(check(signed({ tags, content: 'é'.repeat(512) }))).toMatchObject({ publicKey: PUBLIC })
})

test('the signature of another event, a missing one and one in capitals prove nothing', () => {
  const event = signed()
  for (const sig of [signed({ content: 'x' }).sig, undefined, '', event.sig.toUpperCase(), `${event.sig}00`]) {
    expect(check({ ...event, sig })).toHaveProperty('problem')
  }
})

test.each(['', 'x', '{', '[]', 'null', '""', '1', '{}', 'e30=', 'bnVsbA==', '\u0000', '{"id":1}'])(
  '%j is no event',
  (text) => expect(checkNostrEvent(text, EXPECTED)).toEqual({ problem: 'it is not a signed event' }),
)
