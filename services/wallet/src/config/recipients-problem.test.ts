import { bech32 } from '@scure/base'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { recipientsProblem } from './recipients-problem.ts'

const recipientOf = async (identity: Promise<string>): Promise<string> => identityToRecipient(await identity)
const [classic, another] = [await recipientOf(generateX25519Identity()), await recipientOf(generateX25519Identity())]
const [hybrid, second] = [await recipientOf(generateHybridIdentity()), await recipientOf(generateHybridIdentity())]

test('any number of keys of one kind is valid', () => {
  for (const recipients of [[], [classic], [classic, another], [hybrid], [hybrid, second]]) {
    expect(recipientsProblem(recipients)).toBeUndefined()
  }
})

test('classic beside post-quantum keys are rejected in both orders, because age itself does not mix them', () => {
  for (const recipients of [
    [classic, hybrid],
    [hybrid, classic],
    [hybrid, second, classic],
  ]) {
    expect(recipientsProblem(recipients)).toMatch(/^mixes classic keys \(age1…\) and post-quantum keys \(age1pq1…\)/)
  }
})

const encode = (prefix: string, bytes: number): string =>
  bech32.encode(prefix, bech32.toWords(new Uint8Array(bytes)), false)

test.each([
  ['a classic key in capitals, which age does not read', classic.toUpperCase()],
  ['a post-quantum key of another length', encode('age1pq', 1215)],
  ['a classic key of another length', encode('age', 31)],
  ['another kind of recipient', encode('age1tag', 33)],
  ['a mistyped key', `${classic.slice(0, -1)}${classic.endsWith('q') ? 'p' : 'q'}`],
])('%s is rejected and named', (_what, wrong) => {
  expect(recipientsProblem([another, wrong])).toBe(`not a public key of age (age1…): ${wrong}`)
})

test('a secret key is rejected and not repeated, a post-quantum one included', async () => {
  for (const secret of [await generateX25519Identity(), await generateHybridIdentity()]) {
    expect(recipientsProblem([classic, secret])).toBe(
      'has a secret key: set the public key, age1…, and keep the secret one elsewhere',
    )
  }
})
