import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeAtRest } from './money-steps.ts'
import { overflowOf, PHONE } from './open-app-visits.ts'

/** Without loading the app again: as a tap on a link does it. */
export const go = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/app${path}`)})`)

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

export const inDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** A row of a list that leads somewhere. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('link').filter({ hasText: name })

/** Dialogs and states that every-screen.campaign.test.ts does not see; on a phone, because axe takes as long as a page. */
export async function isClean(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === PHONE.viewport.width
  expect([page.url(), isPhone ? await axeAtRest(page) : [], await overflowOf(page)]).toEqual([page.url(), [], 0])
}
