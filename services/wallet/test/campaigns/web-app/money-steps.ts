import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESK, PHONE } from './open-app-visits.ts'

export const SIZES = [
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
] as const

/** Counts what a person taps; typing is not counted. */
export interface Taps {
  tap(what: Locator): Promise<void>
  readonly count: number
}

export function countTaps(page: Page): Taps {
  let count = 0
  return {
    async tap(what) {
      count += 1
      if (await page.evaluate('navigator.maxTouchPoints > 0')) await what.tap()
      else await what.click()
    },
    get count() {
      return count
    },
  }
}

/** Calls the service as the app does, with the cookie of this page. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads fields of many shapes
export async function ask(page: Page, method: string, path: string, body?: object): Promise<any> {
  const sent = body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))
  return page.evaluate(`fetch('${path}', {
    method: '${method}',
    headers: { 'Content-Type': 'application/json', 'X-Satchel': 'app' },
    body: ${sent},
  }).then(async (answer) => {
    const text = await answer.text()
    if (!answer.ok) throw new Error(answer.status + ' ' + text)
    return JSON.parse(text)
  })`)
}

/** Adds play satoshis and reloads the page. */
export async function fill(page: Page, amount = 10_000): Promise<void> {
  await ask(page, 'POST', '/api/v1/wallet/play-balance', { amount })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Types what is to be paid. */
export async function give(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Invoice, Lightning address or link' }).fill(text)
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** Outgoing payments in the books of this person's wallet: those of the largest page. */
export const sentCount = async (page: Page): Promise<number> =>
  (await ask(page, 'GET', '/api/v1/payments?direction=out&limit=1000')).length

export const amountField = (page: Page): Locator =>
  page.getByLabel('Amount', { exact: true }).and(page.locator('input'))

/** The current texts of live regions. */
export const spoken = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('status').allTextContents()).filter((text) => text !== '')

/** Texts that would be executed if a page did not escape them in HTML, attributes or templates. */
export const HOSTILE = [
  '<img src=x onerror="window.hacked=1">',
  '<script>window.hacked=1</script>',
  '"><svg/onload=window.hacked=1>',
  "'-window.hacked=1-'",
  'javascript:window.hacked=1',
  '{amount, plural, other {#}} {name}',
  '&lt;b&gt;bold&lt;/b&gt;',
  '\u202Eevil\u202C txt',
  'a'.repeat(300),
] as const

export async function expectNotHacked(page: Page): Promise<void> {
  expect(await page.evaluate('window.hacked')).toBeUndefined()
}

/** Findings of axe-core after animations have ended, because colours differ during a fade. */
export async function axeAtRest(page: Page): Promise<readonly string[]> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
    .map((animation) => animation.finished.catch(() => undefined)))`)
  return axeFindings(page)
}

/** Expects that every control is large enough for a thumb: 48 px. */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('main button, main a[href], main input, main [role=tab]')]
    .filter((element) => element.checkVisibility() && !element.closest('.unseen, .amount-field, .file-button'))
    .filter((element) => element.getBoundingClientRect().height < 47.5)
    .map((element) => element.outerHTML.slice(0, 120))`)
