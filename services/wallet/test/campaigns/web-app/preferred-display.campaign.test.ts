import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { amountField, fill, give, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, PHONE } from './open-app-visits.ts'
import { tabTo } from './tab-to.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** Records the longest animation, in milliseconds. */
const WATCH_MOVEMENT = `(() => {
  window.longest = 0
  const note = () => {
    for (const { effect } of document.getAnimations())
      window.longest = Math.max(window.longest, effect.getComputedTiming().duration)
  }
  for (const type of ['animationstart', 'transitionrun']) addEventListener(type, note)
})()`

test.each([
  { reducedMotion: 'no-preference', atLeast: 100, atMost: 2000 },
  { reducedMotion: 'reduce', atLeast: 0, atMost: 1 },
] as const)('with $reducedMotion, nothing moves longer than $atMost ms (16)', async (wanted) => {
  const { reducedMotion, atLeast, atMost } = wanted
  const page = await app.visitAs(`calm-${reducedMotion}`, '/', { ...PHONE, reducedMotion })
  await page.getByRole('link', { name: 'Receive' }).waitFor()
  await page.evaluate(WATCH_MOVEMENT)
  await page.getByRole('link', { name: 'Receive' }).click()
  await page.getByRole('button', { name: '1,000', exact: true }).click()
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog').waitFor()
  const longest = await page.evaluate('window.longest')
  expect(longest).toBeGreaterThanOrEqual(atLeast)
  expect(longest).toBeLessThanOrEqual(atMost)
})

/** Lists controls without a border and without a background, with the colours of the user. */
const WITHOUT_EDGE = `[...document.querySelectorAll('.button, input:not(.unseen, [type=file]), select, textarea')]
  .filter((element) => element.checkVisibility() && !element.closest('.amount-field, .unseen, .file-button'))
  .filter((element) => {
    const { borderStyle, borderWidth, borderColor, appearance } = getComputedStyle(element)
    if (appearance !== 'none' && element.matches('input')) return false
    return borderStyle === 'none' || parseFloat(borderWidth) === 0 || /^rgba\\(.*, 0\\)$/.test(borderColor)
  })
  .map((element) => element.outerHTML.slice(0, 80))`

/** Lists groups in which the chosen option looks like the others. */
const UNMARKED = `[...document.querySelectorAll('[aria-current], [aria-pressed="true"], [aria-selected="true"]')]
  .filter((element) => element.checkVisibility() && !element.matches(':focus-visible'))
  .filter((element) => getComputedStyle(element).outlineStyle !== 'solid')
  .map((element) => element.outerHTML.slice(0, 80))`

async function expectUsable(page: Page, marks: number): Promise<void> {
  const path = new URL(page.url()).pathname
  expect([path, await page.evaluate(WITHOUT_EDGE), await page.evaluate(UNMARKED)]).toEqual([path, [], []])
  const marked = page.locator('[aria-current], [aria-pressed="true"], [aria-selected="true"]')
  expect([path, (await marked.count()) >= marks]).toEqual([path, true])
}

test('with forced colours every control has a border, and chosen options are marked (16)', async () => {
  const page = await app.visit('/welcome', { ...PHONE, forcedColors: 'active' })
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await expectUsable(page, 1)
  const person = await app.visitAs('own', '/', { ...PHONE, forcedColors: 'active' })
  await fill(person)
  await expectUsable(person, 1)
  await tabTo(person, 'Receive')
  await person.keyboard.press('Enter')
  await amountField(person).waitFor()
  await expectUsable(person, 1)
  for (const path of ['/activity', '/account/appearance', '/account/money', '/log-in']) {
    await person.goto(`${app.url}/app${path}`)
    await person.getByRole('heading', { level: 1 }).waitFor()
    await expectUsable(person, 1)
  }
  await person.goto(`${app.url}/app/account/money`)
  const hide = person.getByRole('switch')
  await hide.waitFor()
  const before = await groundOf(person)
  await hide.check()
  await expect.poll(() => groundOf(person)).not.toBe(before)
  const { bolt11 } = await app.world.foreignInvoice(1_000_000)
  await person.goto(`${app.url}/app/send`)
  await give(person, bolt11)
  await person.getByRole('button', { name: 'Pay 1,000 sat' }).waitFor()
  await expectUsable(person, 0)
})

const groundOf = (page: Page): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector('[role="switch"]')).backgroundColor`)

test.each(SIZES)('every entry of the bar is large enough for a thumb, on a $size (16)', async ({ size, options }) => {
  const page = await app.visitAs(`thumb-${size}`, '/', options)
  const entries = page.getByRole('navigation').getByRole('link')
  await entries.first().waitFor()
  for (const entry of await entries.all()) {
    const { width = 0, height = 0 } = (await entry.boundingBox()) ?? {}
    expect([await entry.textContent(), width >= 48, height >= 48]).toEqual([await entry.textContent(), true, true])
  }
})
