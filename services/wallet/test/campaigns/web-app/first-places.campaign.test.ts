import { directionOf, LANGUAGES, type Language } from '@satchel/page/languages'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppVisits, openAppVisits, PHONE } from './open-app-visits.ts'
import { OF_STRANGERS, routesOfApp } from './routes-of-app.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const TOKEN = '0'.repeat(64)

/** The pages that a visitor without a log-in may open first: every place, links with a token, and unknown paths. */
const FIRST_PLACES = new Set([
  '/',
  ...OF_STRANGERS,
  ...['/set-up', '/invitation', '/reset'].map((path) => `${path}#token=${TOKEN}`),
  '/authorize?client_id=unknown',
  ...routesOfApp().map((path) => path.replaceAll(/:\w+\??/g, TOKEN)),
  '/nowhere',
])

/** The test takes a few seconds on a quiet machine. */
const ALL_PLACES_MS = 180_000

const UNTIL_DRAWN = `(async () => {
  const isDrawn = () => document.querySelector('h1') !== null && document.querySelector('.skeleton') === null
  for (let frames = 0; frames < 600 && !isDrawn(); frames += 1) await new Promise(requestAnimationFrame)
})()`

/** Lists visible and accessible texts that have the form of a key of a catalogue. */
const KEYS = `[
  ...document.body.innerText.split('\\n'),
  ...[...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((element) =>
    ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '')),
].filter((text) => /^[a-z][a-z-]*\\.[a-z][a-z.-]*$/.test(text.trim()))`

/** Opens each path as the first page of a new document. */
async function firstWords(page: Page, path: string, locale: Language): Promise<string> {
  // An address that differs in its token alone would be no new document.
  await page.goto('about:blank')
  await page.goto(`${app.url}/app${path}`)
  await page.evaluate(UNTIL_DRAWN)
  const [keys, lang, dir, words] = (await page.evaluate(
    `[${KEYS}, document.documentElement.lang, document.documentElement.dir, document.body.innerText]`,
  )) as [string[], string, string, string]
  expect([path, keys, lang, dir]).toEqual([path, [], locale, directionOf(locale)])
  return words
}

/** Two at once: a visitor has one browser. */
async function allWords(context: BrowserContext, locale: Language): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  const left = [...FIRST_PLACES]
  const visit = async (): Promise<void> => {
    const page = await context.newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift())
      words.set(path, await firstWords(page, path, locale))
  }
  await Promise.all([visit(), visit()])
  return words
}

/** A place that does not await its texts would be rendered without them. */
const FRAMES = `(async () => {
  for (let frames = 0; frames < 12; frames += 1) await new Promise(requestAnimationFrame)
})()`

/** Delays the texts, so that they arrive long after the code of the place. */
const delayTexts = (context: BrowserContext): Promise<unknown> =>
  context.route(new RegExp(`/assets/(?:${Object.keys(LANGUAGES).join('|')})-[^/]+\\.js`), async (route) => {
    await route
      .request()
      .frame()
      .evaluate(FRAMES)
      .catch(() => undefined)
    await route.continue().catch(() => undefined)
  })

const read = new Map<string, Map<string, string>>()

test.each(Object.keys(LANGUAGES) as Language[])(
  'every place that a person without a log-in opens first shows words of the language and no keys, in %s',
  async (locale) => {
    // Nothing is cached from the previous place.
    const page = await app.visit('/welcome', { ...PHONE, locale, serviceWorkers: 'block' })
    await delayTexts(page.context())
    const words = await allWords(page.context(), locale)
    read.set(locale, words)
    expect(words.size).toBe(FIRST_PLACES.size)
    const english = read.get('en') ?? new Map<string, string>()
    const same = locale === 'en' ? [] : [...FIRST_PLACES].filter((path) => words.get(path) === english.get(path))
    expect(same).toEqual([])
  },
  ALL_PLACES_MS,
)
