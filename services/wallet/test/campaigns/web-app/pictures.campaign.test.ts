import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPictureLab, type PictureLab } from './compare-pictures.ts'
import { amountField, ask, give } from './money-steps.ts'
import { type AppVisits, DESK, openAppVisits, PHONE, ROOT } from './open-app-visits.ts'

/** Replaces the pictures: `PICTURES=retake npm run test:campaigns -- web-app/pictures`. Look at them before a commit. */
const RETAKE = process.env['PICTURES'] === 'retake'
const KEPT = fileURLToPath(new URL('./pictures', import.meta.url))
/** The folder for pictures that differ. */
const SEEN = join(tmpdir(), `satchel-pictures-${process.pid}`)

let app: AppVisits
let lab: PictureLab

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const VARIANTS = [
  { size: 'phone', viewport: PHONE.viewport, colorScheme: 'light' },
  { size: 'phone', viewport: PHONE.viewport, colorScheme: 'dark' },
  { size: 'desk', viewport: DESK.viewport, colorScheme: 'light' },
  { size: 'desk', viewport: DESK.viewport, colorScheme: 'dark' },
] as const
type Variant = (typeof VARIANTS)[number]

/** By rules of the page's own sheet, because the policy refuses another one. */
const addRule = (page: Page, rule: string): Promise<unknown> =>
  page.evaluate(`document.styleSheets[0].insertRule(${JSON.stringify(rule)}, document.styleSheets[0].cssRules.length)`)

/** Another machine has another standard font. Codes and ids of nodes are random: only their place is compared. */
const SAME_EVERYWHERE = [
  '* { font-family: "DejaVu Sans" !important; caret-color: transparent !important; scrollbar-width: none !important }',
  '.qr path, code, .facts dd[dir=ltr] { visibility: hidden }',
  // The id of a node only just fits its line, and would break where glyphs are wider by a hair.
  '.facts dd { letter-spacing: -0.06em !important }',
  // The heading takes the focus after a change of place, sometimes after the picture.
  'h1 { outline: none !important }',
] as const

const HAS_FONT = `(() => {
  const context = document.createElement('canvas').getContext('2d')
  const [one, other] = ['serif', 'monospace'].map((instead) => {
    context.font = '40px "DejaVu Sans", ' + instead
    return context.measureText('Wallet illi').width
  })
  return one === other
})()`

const DRAWN = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const isDrawn = () => document.querySelector('h1') !== null && document.querySelector('.skeleton') === null
    && [...document.images].every(({ complete }) => complete)
    // Charts are fetched later: on Home, below the payments.
    && document.querySelector('.chart-place:empty, .chart[aria-busy="true"]') === null
    && (document.querySelector('#last-payments') === null || document.querySelector('#last-days') !== null)
  for (let frames = 0; frames < 600 && !isDrawn(); frames += 1) await frame()
  if (!isDrawn()) throw new Error(location.pathname + ' is not drawn')
  document.activeElement?.blur()
  for (let frames = 0; frames < 3; frames += 1) await frame()
})()`

async function take(page: Page, { viewport, colorScheme }: Variant): Promise<Buffer> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.evaluate(DRAWN)
  return page.screenshot({ caret: 'initial' })
}

/** The names of pictures that differ from those that are kept. */
async function compare(page: Page, screen: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const variant of VARIANTS) {
    const name = `${screen}-${variant.size}-${variant.colorScheme}`
    const picture = await take(page, variant)
    const path = join(KEPT, `${name}.webp`)
    if (RETAKE) writeFileSync(path, await lab.shrink(picture))
    const kept = existsSync(path) ? readFileSync(path) : undefined
    const off = kept === undefined ? ['no picture is kept'] : await lab.differences(picture, kept)
    if (off.length === 0) continue
    mkdirSync(SEEN, { recursive: true })
    writeFileSync(join(SEEN, `${name}-seen.png`), picture)
    if (kept !== undefined) writeFileSync(join(SEEN, `${name}-kept.webp`), kept)
    found.push(`${name}: ${off.length} places, first ${off.slice(0, 3).join(', ')}`)
  }
  return found
}

/** A page with a fixed clock and without animations. */
async function prepare(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(HAS_FONT), 'a font is missing: apt-get install -y fonts-dejavu-core').toBe(true)
  for (const rule of SAME_EVERYWHERE) await addRule(page, rule)
}

const STILL = {
  ...PHONE,
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
} as const

async function openStill(username: string | undefined): Promise<Page> {
  const page = username === undefined ? await app.visit('/welcome', STILL) : await app.visitAs(username, '/more', STILL)
  await page.clock.setFixedTime(app.world.nowSeconds() * 1000)
  lab = openPictureLab(await page.context().newPage())
  return page
}

/** Navigates as a tap on a link does, so that added style rules stay. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/app${path}`)})`)
  await page.evaluate(DRAWN)
}

const EXPLANATION = `compare what differs in ${SEEN}; if it is meant, replace the pictures with PICTURES=retake`

test('the screens of a visitor equal the stored pictures: welcome, a new account, the log-in (31)', async () => {
  const page = await openStill(undefined)
  await prepare(page)
  const found: string[] = []
  for (const screen of ['welcome', 'create-account', 'log-in']) {
    await go(page, `/${screen}`)
    found.push(...(await compare(page, screen)))
  }
  expect(found, EXPLANATION).toEqual([])
})

/** The payments of a user in a quarter of an hour. */
async function spendTime(page: Page): Promise<void> {
  const [{ id }] = await ask(page, 'GET', '/api/v1/wallets')
  const query = `?wallet_id=${id}`
  await ask(page, 'POST', `/api/v1/wallet/play-balance${query}`, { amount: 50_000 })
  for (const [memo, amountMsat] of [
    ['Bread and rolls', 12_000_000],
    ['', 2_100_000],
  ] as const) {
    app.world.advance(300)
    const { bolt11 } = await app.world.foreignInvoice(amountMsat, { description: memo })
    await ask(page, 'POST', `/api/v1/payments${query}`, { out: true, bolt11, memo })
  }
  app.world.advance(300)
  await ask(page, 'POST', `/api/v1/payments${query}`, { out: false, amount: 4500, memo: 'Two tickets' })
  await ask(page, 'POST', '/api/v1/wallet', { name: 'Household' })
  await page.clock.setFixedTime(app.world.nowSeconds() * 1000)
}

test('the screens of a user equal the stored pictures: home, receive, send, activity, wallets, account (31)', async () => {
  const page = await openStill('mary')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await spendTime(page)
  await page.reload()
  await prepare(page)
  const found: string[] = []
  const checkPicture = async (screen: string): Promise<void> => {
    found.push(...(await compare(page, screen)))
  }
  for (const [path, screen] of [
    ['/', 'home'],
    ['/activity', 'activity'],
    ['/wallets', 'wallets'],
    ['/more', 'more'],
    ['/account', 'account'],
    ['/send', 'send'],
    ['/receive', 'receive'],
  ] as const) {
    await go(page, path)
    await checkPicture(screen)
  }
  await amountField(page).fill('2500')
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  await checkPicture('receive-code')
  await go(page, '/send')
  await give(page, (await app.world.foreignInvoice(3_000_000, { description: 'A parcel' })).bolt11)
  await page.getByRole('button', { name: /^Pay / }).waitFor()
  await checkPicture('confirm')
  expect(found, EXPLANATION).toEqual([])
})

/** Mistakes that a change of the styles may make. */
const DEFECTS = [
  { what: 'a button that is hidden', rule: '.row-of-buttons a:last-child { visibility: hidden }' },
  { what: 'a column that is moved by 12 px', rule: 'main { translate: 12px }' },
  { what: 'a line of text that is moved by half its height', rule: '.section-head { translate: 0 10px }' },
  { what: 'another colour of the buttons', rule: '.button.primary { background: #7a5a10 !important }' },
  { what: 'text that is not drawn', rule: '.balance-digits { color: transparent !important }' },
] as const
const HARMLESS = [
  { what: 'another antialiasing', rule: '* { text-rendering: geometricPrecision; -webkit-font-smoothing: none }' },
  { what: 'half a pixel', rule: 'main { translate: 0.5px 0.5px }' },
] as const

test('a picture differs when a button, a column, a line or a colour does, and not by antialiasing (31)', async () => {
  const page = await openStill('paula')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await spendTime(page)
  await page.reload()
  await prepare(page)
  await go(page, '/')
  for (const variant of [VARIANTS[0], VARIANTS[2]]) {
    const kept = await lab.shrink(await take(page, variant))
    const offAfter = async (rule: string): Promise<readonly string[]> => {
      await addRule(page, rule)
      const off = await lab.differences(await take(page, variant), kept)
      await page.evaluate('document.styleSheets[0].deleteRule(document.styleSheets[0].cssRules.length - 1)')
      return off
    }
    expect(await lab.differences(await take(page, variant), kept)).toEqual([])
    for (const { what, rule } of DEFECTS)
      expect([what, (await offAfter(rule)).length]).toEqual([what, expect.toSatisfy((count: number) => count > 0)])
    for (const { what, rule } of HARMLESS) expect([what, await offAfter(rule)]).toEqual([what, []])
  }
})

/** Only with `PICTURES=docs/pictures`. */
test.runIf(process.env['PICTURES'] === 'docs/pictures')('the pictures of README and guides are taken', async () => {
  const page = await app.visitAs('ann', '/more', { ...STILL, deviceScaleFactor: 1.5 })
  await page.clock.setFixedTime(app.world.nowSeconds() * 1000)
  const save = async (name: string): Promise<void> => {
    await page.evaluate(DRAWN)
    await page.screenshot({ path: `${ROOT}docs/pictures/app-${name}.png` })
  }
  const [{ id }] = await ask(page, 'GET', '/api/v1/wallets')
  await ask(page, 'POST', `/api/v1/wallet/play-balance?wallet_id=${id}`, { amount: 10_000 })
  for (const [memo, amountMsat] of Object.entries({ 'Bread and rolls': 1_200_000, Coffee: 450_000 })) {
    const { bolt11 } = await app.world.foreignInvoice(amountMsat, { description: memo })
    await ask(page, 'POST', `/api/v1/payments?wallet_id=${id}`, { out: true, bolt11, memo })
  }
  await go(page, '/')
  await save('home')
  await go(page, '/receive')
  await amountField(page).fill('2100')
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  await save('receive')
  await go(page, '/activity')
  await save('activity')
})
