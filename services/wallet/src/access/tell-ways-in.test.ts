import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tellWaysIn, tellWhatEnds } from './tell-ways-in.ts'
import { KEPT_WITH_NEW_KEYS } from './ways-in.ts'

const GUIDE = new URL('../../../../docs/guide/accounts.md', import.meta.url)

test('the guide has the table of what ends access as the code has it', () => {
  const guide = readFileSync(GUIDE, 'utf8')
  expect(guide).toContain(tellWaysIn())
  expect(guide).toContain(`{"keep": ["${KEPT_WITH_NEW_KEYS.join('", "')}"]}`)
})

test('a sentence names what an event ends, and nothing that stays', () => {
  const text = tellWhatEnds('log-out-everywhere')
  for (const ended of ['sessions of browsers', 'access tokens', 'tokens of access lists', 'codes of the consent page'])
    expect(text).toContain(ended)
  for (const kept of ['admin keys', 'passkeys', 'the password']) expect(text).not.toContain(kept)
})

test('a sentence about new wallet keys also names what their owner may keep, and one about disabling what comes back', () => {
  expect(tellWhatEnds('new-wallet-keys')).toMatch(/unless `keep` names it: .*shares with guests.*door links/)
  expect(tellWhatEnds('account-disabled')).toMatch(/enabled again, nothing is opened by .*admin keys/)
})
