import { expect, test } from 'vitest'
import { visitorLanguage } from './visitor-language.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, es-MX;q=0.8', 'es'],
  ['fr, ar;q=0.7, de;q=0.3', 'ar'],
  ['de;q=0, en', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['constructor, __proto__', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('a browser that prefers %s gets %s', (header, language) => {
  expect(visitorLanguage(undefined, header)).toBe(language)
})

test('the language in the URL has priority, unless it does not exist', () => {
  expect(visitorLanguage('ar', 'de')).toBe('ar')
  expect(visitorLanguage('xx', 'de')).toBe('de')
  expect(visitorLanguage(['ar'], 'de')).toBe('de')
})
