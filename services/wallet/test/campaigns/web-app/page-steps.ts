import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { writeDirectly } from '../../world/write-directly.ts'
import { ask, axeAtRest } from './money-steps.ts'
import { type AppVisits, overflowOf, PHONE } from './open-app-visits.ts'

/** Without reloading the app, as a tap on a link does. */
export const go = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/app${path}`)})`)

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

export const inDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** A row of a list that is a link. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('link').filter({ hasText: name })

/** Checks dialogs and states that every-screen.campaign.test.ts does not reach; on a phone only, because axe is slow. */
export async function isClean(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === PHONE.viewport.width
  expect([page.url(), isPhone ? await axeAtRest(page) : [], await overflowOf(page)]).toEqual([page.url(), [], 0])
}

/** The folder for screenshots, if they are wanted. */
export const PICTURES = process.env['PICTURES']

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** Takes a screenshot; expects no finding of axe and no horizontal scrolling. */
export async function looksClean(page: Page, name: string): Promise<void> {
  await picture(page, name)
  expect([name, await axeAtRest(page), await overflowOf(page)]).toEqual([name, [], 0])
}

/** A package of this server's folder, installed by the person on the page: a super user from now on. */
export async function installLocal({ world }: AppVisits, page: Page, extId: string): Promise<void> {
  const { id: userId } = await ask(page, 'GET', '/api/v1/auth')
  await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${userId}'`)
  await ask(page, 'POST', '/api/v1/extension', { ext_id: extId, source_repo: 'local' })
}
