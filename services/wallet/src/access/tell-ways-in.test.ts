import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tellWaysIn, tellWhatEnds } from './tell-ways-in.ts'

const GUIDE = new URL('../../../../docs/guide/accounts.md', import.meta.url)

test('the guide has the table of what ends access as the code has it', () => {
  expect(readFileSync(GUIDE, 'utf8')).toContain(tellWaysIn())
})

test('a sentence names what an event ends, and nothing that stays', () => {
  const text = tellWhatEnds('log-out-everywhere')
  for (const ended of ['sessions of browsers', 'access tokens', 'tokens of access lists', 'codes of the consent page'])
    expect(text).toContain(ended)
  for (const kept of ['admin keys', 'passkeys', 'the password']) expect(text).not.toContain(kept)
})
