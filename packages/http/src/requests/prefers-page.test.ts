import { expect, test } from 'vitest'
import { isNavigation, prefersPage } from './prefers-page.ts'

/** The Accept header of Chromium, Firefox and WebKit for an opened URL. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** The default Accept header of the HTTP client of Java. */
const JAVA = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'

test.each([
  [BROWSER, true],
  ['text/html', true],
  ['TEXT/HTML;q=0.9', true],
  ['application/json, text/html', false],
  ['application/json', false],
  ['*/*', false],
  [undefined, false],
])('a client that accepts %j prefers a page: %j', (accept, expected) => {
  expect(prefersPage({ headers: { accept } })).toBe(expected)
})

test.each([
  ['a browser', '/nowhere', { accept: BROWSER, 'sec-fetch-mode': 'navigate' }, true],
  ['a browser in a network without TLS, which sends no Sec-Fetch-Mode,', '/nowhere', { accept: BROWSER }, true],
  ['the same at the API', '/api/v1/auth/github/token?code=x', { accept: BROWSER }, true],
  ['a script of a page', '/nowhere', { accept: 'text/html', 'sec-fetch-mode': 'cors' }, false],
  ['an image of a page', '/x.png', { accept: 'image/avif,*/*;q=0.8', 'sec-fetch-mode': 'no-cors' }, false],
  ['a library of programs at the API', '/api/v1/wallet', { accept: JAVA }, false],
  ['a library at the API of an extension', '/tipjar/api/v1/x?to=/p/', { accept: JAVA }, false],
  ['a client that names HTML only, at a page,', '/tipjar/p/x?from=/api/', { accept: 'text/html' }, true],
  ['curl', '/nowhere', { accept: '*/*' }, false],
] as const)('%s that accepts %s is a navigation of a browser (%j): %j', (_who, url, headers, expected) => {
  expect(isNavigation({ url, headers })).toBe(expected)
})
