import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppVisits, DESK, openAppVisits, overflowOf, PHONE } from './open-app-visits.ts'
import { showPseudoLanguage } from './pseudo-language.ts'
import { ask as call, HOSTILE_TEXTS } from './record-steps.ts'
import { OF_STRANGERS, routesOfApp } from './routes-of-app.ts'

let app: AppVisits
let paymentId: string

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_MESSAGES: 'true' })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** The values of the parameters of routes. */
async function fill(page: Page, path: string): Promise<string> {
  if (!path.includes(':')) return path
  const [wallet] = (await ask(page, '/api/v1/wallets')) as { id: string }[]
  return path.startsWith('/wallets') ? path.replace(/:\w+\??/, wallet?.id ?? '') : path.replace(/:\w+\??/, paymentId)
}

const ask = (page: Page, path: string, body?: object): Promise<unknown> =>
  page.evaluate(`fetch(${JSON.stringify(path)}, {
    method: ${body === undefined ? "'GET'" : "'POST'"},
    headers: { 'Content-Type': 'application/json', 'X-Satchel': 'app' },
    ${body === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(body))},`}
  }).then((answer) => answer.json())`)

/** A person with two wallets, play money, an invoice, and words of strangers. */
async function openPerson(options: object): Promise<Page> {
  const page = await app.visitAs(`walker-${Math.random().toString(36).slice(2, 10)}`, '/', options)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [wallet] = (await ask(page, '/api/v1/wallets')) as { id: string }[]
  const query = `?wallet_id=${wallet?.id}`
  await ask(page, `/api/v1/wallet/play-balance${query}`, { amount: 10_000 })
  await ask(page, '/api/v1/wallet', { name: 'Household of the whole family, with a long name' })
  const memo = 'A note that is longer than the line of a phone would have it'
  const { checking_id: id } = (await ask(page, `/api/v1/payments${query}`, { out: false, amount: 5, memo })) as {
    checking_id: string
  }
  paymentId = id
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Without reloading the app, as a tap on a link does. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`(async () => {
    history.pushState(null, '', ${JSON.stringify(`/app${path}`)})
    const frame = () => new Promise(requestAnimationFrame)
    for (let frames = 0; frames < 3; frames += 1) await frame()
    const isDrawn = () => document.querySelector('h1') !== null && document.querySelector('.skeleton') === null
    for (let frames = 0; frames < 300 && !isDrawn(); frames += 1) await frame()
    if (!isDrawn()) throw new Error(location.pathname + ' is not drawn')
  })()`)
}

/** Lists targets smaller than 24 px, without links in a sentence (WCAG 2.5.8). */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, input, select, textarea, summary')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('p') === null)
  .filter((element) => !element.matches('.skip, .unseen'))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 24)
  .map(([element, { width, height }]) => element.outerHTML.slice(0, 80) + ' ' + width + '×' + height)`

/** Lists texts that their own box cuts off. */
const CUT_TEXT = `[...document.querySelectorAll('body *')]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((element) => element.closest('.unseen, .skip, select, textarea, input, .qr') === null)
  .filter((element) => {
    const { overflowX, display } = getComputedStyle(element)
    // Lists may truncate texts of users; the page of an item shows all of it.
    if (element.textContent.startsWith('A note that is longer')) return false
    const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4
    return display !== 'inline' && overflowX !== 'visible' && isCut
  })
  .map((element) => element.className + ': ' + element.textContent.slice(0, 60))`

/** During a transition the contrast is undefined. */
const STILL = { ...PHONE, reducedMotion: 'reduce' } as const

const SIZES = { phone: PHONE.viewport, desk: DESK.viewport } as const

async function findings(page: Page, path: string): Promise<readonly unknown[]> {
  const found: unknown[] = []
  await go(page, path)
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const finding of await axeFindings(page)) found.push([path, size, colorScheme, finding])
    }
    for (const target of (await page.evaluate(SMALL_TARGETS)) as string[]) found.push([path, size, target])
    if ((await overflowOf(page)) > 0) found.push([path, size, 'too wide'])
  }
  return found
}

test('axe finds nothing on any screen of a stranger: light and dark, phone and desk; every target is large enough', async () => {
  const page = await app.visit('/welcome', STILL)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const found: unknown[] = []
  for (const path of OF_STRANGERS) found.push(...(await findings(page, path)))
  expect(found).toEqual([])
})

/** Four variants of forty screens, on a busy machine. */
const EVERY_SCREEN_MS = 300_000

test(
  'axe finds nothing on any screen of a person: light and dark, phone and desk; every target is large enough',
  async () => {
    const page = await openPerson(STILL)
    const found: unknown[] = []
    for (const route of routesOfApp()) found.push(...(await findings(page, await fill(page, route))))
    expect(found).toEqual([])
  },
  EVERY_SCREEN_MS,
)

/** WCAG 1.4.12: text spacing that users may set. The rules go into the page's own sheet, because the policy blocks others. */
const SPACE_TEXT = `document.styleSheets[0].insertRule(
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  document.styleSheets[0].cssRules.length,
)`

test('320 px, 200 % zoom and wide text: no screen scrolls sideways, no text is cut', async () => {
  const page = await openPerson(PHONE)
  const routes = ['/', ...routesOfApp()]
  const found: unknown[] = []
  const check = async (name: string, path: string): Promise<void> => {
    if ((await overflowOf(page)) > 0) found.push([path, name, 'too wide'])
    for (const text of (await page.evaluate(CUT_TEXT)) as string[]) found.push([path, name, text])
  }
  for (const route of routes) {
    const path = await fill(page, route)
    await go(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
    await check('320 px', path)
    // A desk of 1280 × 800 at 200 %.
    await page.setViewportSize({ width: 640, height: 400 })
    await check('200 %', path)
  }
  await page.evaluate(SPACE_TEXT)
  await page.setViewportSize(PHONE.viewport)
  for (const route of routes) {
    const path = await fill(page, route)
    await go(page, path)
    await check('wide text', path)
  }
  expect(found).toEqual([])
})

test.each(['en-XA', 'ar-XB'] as const)(
  'texts 40 percent longer, in %s at 360 px: nothing is cut or too wide',
  async (language) => {
    const page = await openPerson({ ...PHONE, locale: language === 'en-XA' ? 'en' : 'ar', serviceWorkers: 'block' })
    await showPseudoLanguage(page, language)
    const found: unknown[] = []
    for (const route of routesOfApp()) {
      const path = await fill(page, route)
      await go(page, path)
      if ((await overflowOf(page)) > 0) found.push([path, 'too wide'])
      for (const text of (await page.evaluate(CUT_TEXT)) as string[]) found.push([path, text])
    }
    expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'en-XA' ? 'ltr' : 'rtl')
    expect(found).toEqual([])
  },
)

/** Elements that appear only if a hostile text was not escaped. */
const INJECTED = `[...document.querySelectorAll(
  'body script, iframe, img[onerror], [onload], [onmouseover], [onfocus], [href^="javascript:"], [href^="data:text"]',
)].map((element) => element.outerHTML.slice(0, 120))`

test('hostile names, memos, notes and labels are text on every screen (30)', async () => {
  const page = await openPerson(PHONE)
  await page.evaluate('window.alert = () => { window.hacked = true }')
  const names = HOSTILE_TEXTS.filter((text) => text.length <= 64)
  for (const [at, text] of names.entries()) {
    const { checking_id: id } = await call<{ checking_id: string }>(page, 'POST', '/payments', {
      out: false,
      amount: 1,
      memo: text,
    })
    await call(page, 'PUT', `/payments/${id}/note`, { note: text, labels: [text.slice(0, 20)] })
    if (at >= 10) continue
    await call(page, 'POST', '/wallet', { name: text })
    await call(page, 'POST', '/contacts', { name: text, target: `ann${at}@pay.example`, note: text })
    paymentId = id
  }
  const found: unknown[] = []
  for (const route of routesOfApp()) {
    const path = await fill(page, route)
    await go(page, path)
    for (const element of (await page.evaluate(INJECTED)) as string[]) found.push([path, element])
  }
  expect(found).toEqual([])
  expect(await page.evaluate('window.hacked')).toBeUndefined()
})
