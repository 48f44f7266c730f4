import { expect, test } from 'vitest'
import { writeMessage } from './message-texts.ts'

test.each([
  ['en', 'In \u2068a\u202eb\u2069'],
  ['de-AT', 'In \u2068a\u202eb\u2069'],
  ['ar', 'في \u2068a\u202eb\u2069'],
])('a name does not change the direction of its surroundings, in %s', (locale, text) => {
  const content = { kind: 'received', msat: '1000', wallet: 'a\u2069\u202eb' } as never
  expect(writeMessage(content, locale, false).text).toBe(text)
})

test.each(['a\u202eb', 'سارة'])('the name %j stays within its part of a sentence', (program) => {
  const content = { kind: 'expiring', program, expiresAt: 1_800_000_000 } as never
  expect(writeMessage(content, 'en', false).text).toMatch(new RegExp(`^\u2068${program}\u2069, on January`))
})

test.each(['ar', 'ar-EG', 'ar-MA', 'de-AT'])('a message in %s has the digits that the app shows', (locale) => {
  const received = writeMessage({ kind: 'received', wallet: 'Till', msat: '1234567' }, locale, false)
  const expiring = writeMessage({ kind: 'expiring', program: 'Shop', expiresAt: 1_800_000_000 }, locale, false)
  expect(received.title).toMatch(/1[.,\s]?234/)
  expect(expiring.text).toMatch(/15.*2027/)
})
