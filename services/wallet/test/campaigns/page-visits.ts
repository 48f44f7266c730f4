import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPageServer, type PageServer } from '../world/pages/open-page-server.ts'
import { SAMPLE_PAGES } from '../world/pages/sample-pages.ts'

export const PHONE = { viewport: { width: 390, height: 844 } } as const
export const DESKTOP = { viewport: { width: 1200, height: 900 } } as const

export interface PageVisits {
  readonly server: PageServer
  /** A page by its name, on a phone unless asked otherwise. */
  visit(name: string, options?: BrowserContextOptions): Promise<Visit>
  /** Ends all visits and resets the pages to the samples. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Pages of extensions on a separate server, seen in a real browser. */
export async function openPageVisits(): Promise<PageVisits> {
  const server = await openPageServer(await reservePort())
  const browser = await openRealBrowser()
  const visits: Visit[] = []
  return {
    server,
    async visit(name, options = PHONE) {
      const there = await browser.visit(server.url, `/sample/p/${name}`, options)
      visits.push(there)
      return there
    },
    async reset() {
      for (const { page } of visits.splice(0)) await page.context().close()
      server.pages.clear()
      server.states.clear()
      server.sent.length = 0
      for (const [name, page] of Object.entries(SAMPLE_PAGES)) server.pages.set(name, page)
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** Expects no console errors, policy violations or requests to other origins, on any page. */
export const expectClean = ({ complaints, foreign }: Visit): void =>
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })

export const widthOf = (page: Page): Promise<unknown> => page.evaluate('document.scrollingElement.scrollWidth')

/** The status text of the shown invoice. */
export const statusOf = (page: Page): Locator => page.locator('main .invoice [data-part="status"]')

export const untilPaid = (page: Page): Promise<void> => statusOf(page).filter({ hasText: 'Paid' }).waitFor()
