import { expect, test } from 'vitest'
import { type ChallengePurpose, createChallenges } from './challenges.ts'

let now = 1_800_000_000_000
const clock = (): number => now
const challenges = createChallenges({ secret: 'a secret', clock })

test('a challenge is valid for five minutes, in every process with the same secret', () => {
  const begin = now
  const challenge = challenges.issue('log-in')
  const elsewhere = createChallenges({ secret: 'a secret', clock })
  expect(elsewhere.expiryOf(challenge, 'log-in')).toBe(begin / 1000 + 300)
  now = begin + 299_999
  expect(elsewhere.expiryOf(challenge, 'log-in')).toBe(begin / 1000 + 300)
  now = begin + 300_000
  expect(elsewhere.expiryOf(challenge, 'log-in')).toBeUndefined()
  now = begin
})

test('a challenge is invalid for another purpose, another user or with another secret', () => {
  const purposes: ChallengePurpose[] = ['log-in', 'register a', 'register b', 'second-factor a']
  for (const purpose of purposes) {
    const challenge = challenges.issue(purpose)
    const accepted = purposes.filter((other) => challenges.expiryOf(challenge, other) !== undefined)
    expect(accepted).toEqual([purpose])
    expect(createChallenges({ secret: 'another', clock }).expiryOf(challenge, purpose)).toBeUndefined()
  }
})

test('all challenges differ; a changed or re-encoded one is invalid', () => {
  const challenge = challenges.issue('log-in')
  expect(challenges.issue('log-in')).not.toBe(challenge)
  for (let index = 0; index < challenge.length; index += 1) {
    const changed = `${challenge.slice(0, index)}${challenge[index] === 'A' ? 'B' : 'A'}${challenge.slice(index + 1)}`
    expect([changed, challenges.expiryOf(changed, 'log-in')]).toEqual([changed, undefined])
  }
  for (const wrong of ['', 'x', `${challenge}=`, `${challenge}A`, ` ${challenge}`, challenge.slice(0, -1)]) {
    expect([wrong, challenges.expiryOf(wrong, 'log-in')]).toEqual([wrong, undefined])
  }
})
