import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tellWaysIn, tellWhatEnds } from './tell-ways-in.ts'
import { KEPT_WITH_NEW_KEYS } from './ways-in.ts'

const GUIDE = new URL('../../../../docs/guide/accounts.md', import.meta.url)

test('the table in the guide of what ends access matches the code', () => {
  const guide = readFileSync(GUIDE, 'utf8')
  expect(guide).toContain(tellWaysIn())
  expect(guide).toContain(`{"keep": ["${KEPT_WITH_NEW_KEYS.join('", "')}"]}`)
})

test('the sentence of an event names what it ends, and nothing that stays', () => {
  const text = tellWhatEnds('log-out-everywhere')
  for (const ended of ['sessions of browsers', 'access tokens', 'tokens of access lists', 'codes of the consent page'])
    expect(text).toContain(ended)
  for (const kept of ['admin keys', 'passkeys', 'the password']) expect(text).not.toContain(kept)
})

test('the sentence about new wallet keys also names what can be kept, and the one about disabling what returns', () => {
  expect(tellWhatEnds('new-wallet-keys')).toMatch(/unless `keep` names it: .*shares with guests.*door links/)
  expect(tellWhatEnds('account-disabled')).toMatch(/enabled again, nothing is opened by .*admin keys/)
})
