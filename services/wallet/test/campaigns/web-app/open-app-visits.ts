import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import { openWorld, type World } from '../../world/open-world.ts'
import type { TestDatabase } from '../../world/test-database.ts'

export const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const
export const DESK = { viewport: { width: 1280, height: 800 } } as const

export interface AppVisits {
  readonly world: World
  readonly url: string
  /** A page below `/app` in a browser of its own, on a phone in English unless asked otherwise. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>
  /** The same, logged in as a new user; a test that is tried again gets another user. */
  visitAs(username: string, path: string, options?: BrowserContextOptions): Promise<Page>
  /** The service once more, at the same address and with the same database, after what happens while it is stopped. */
  restart(meanwhile?: (place: TestDatabase) => unknown): Promise<void>
  /** Ends all visits. Throws if a page had a console error, a policy violation or a request to another origin. */
  leave(): Promise<void>
  close(): Promise<void>
}

export interface AppVisitsOptions {
  /** Default: SQLite. */
  readonly dialect?: Dialect
  /** Default: none. */
  readonly builtIns?: readonly AnyExtension[]
  /** A build of the app. Default: that of the sources. */
  readonly webAppFolder?: string
  /** Added to those of every browser: a camera, for example. */
  readonly browserArguments?: readonly string[]
}

/** The output folder of `buildWebApp`. */
export const BUILD = `${ROOT}apps/web/dist`

export const PASSWORD = 'correct horse battery'

const CUT_EVERY_MS = 100

let isBuilt = false

/** Builds the app where its sources have changed since the last run; to ask takes a third of a second. */
export function buildWebApp(): void {
  if (isBuilt) return
  execFileSync(process.execPath, ['scripts/run.mjs', 'web'], { cwd: ROOT, stdio: 'ignore' })
  isBuilt = true
}

/** The web app, built from its sources, on a real service with the simulated node, in a real browser. */
export async function openAppVisits(
  env: Readonly<Record<string, string>> = {},
  { dialect = 'sqlite', builtIns, webAppFolder = BUILD, browserArguments }: AppVisitsOptions = {},
): Promise<AppVisits> {
  buildWebApp()
  const port = await reservePort()
  // Passkeys are bound to a host name; an IP address is none.
  const url = `http://localhost:${port}`
  const world = await openWorld({
    dialect,
    env: { SERVICE_PUBLIC_URL: url, ...env },
    webAppFolder,
    builtIns,
  })
  await world.app.listen({ host: '127.0.0.1', port })
  const browser = await openRealBrowser(browserArguments)
  const visits: Visit[] = []
  const tries = new Map<string, number>()
  const nameOf = (username: string): string => {
    const nth = (tries.get(username) ?? 0) + 1
    tries.set(username, nth)
    return nth === 1 ? username : `${username}-${nth}`
  }
  const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const there = await browser.visit(url, `/app${path}`, { locale: 'en', ...PHONE, ...options })
    there.page.setDefaultTimeout(10_000)
    visits.push(there)
    return there.page
  }
  return {
    world,
    url,
    visit: open,
    async visitAs(username, path, options) {
      const page = await open('/welcome', options)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.evaluate(REGISTER(nameOf(username)))
      await page.goto(`${url}/app${path}`)
      return page
    },
    async restart(meanwhile) {
      // A browser keeps connections open, and opens some in advance: a stopping process closes them after its grace period.
      const { server } = world.app
      const cutting = setInterval(() => server.closeAllConnections(), CUT_EVERY_MS)
      try {
        await world.restart({}, meanwhile)
      } finally {
        clearInterval(cutting)
      }
      await world.app.listen({ host: '127.0.0.1', port })
    },
    async leave() {
      for (const { page, complaints, foreign } of visits.splice(0)) {
        expect({ complaints: complaints.filter(isNoAnswer), foreign }).toEqual({ complaints: [], foreign: [] })
        await page.context().close()
      }
    },
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

/**
 * Chromium reports an answer that says no, the 503 of a service without prices, a service that restarts, and a try without
 * a network as errors, too.
 */
const isNoAnswer = (complaint: string): boolean =>
  !/^WebSocket connection to .*ERR_(?:CONNECTION_REFUSED|INTERNET_DISCONNECTED)/.test(complaint) &&
  !/Failed to load resource: (?:the server responded with a status of (?:40[01349]|422|429|503)|net::ERR_(?:INTERNET|FAILED|CONNECTION|EMPTY))/.test(
    complaint,
  )

/** Opens an account, with its cookie. As text, because it runs in the page. */
export const REGISTER = (username: string): string => `(async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Satchel': 'app', 'X-Session': 'cookie' }
  const body = JSON.stringify(${JSON.stringify({ username, password: PASSWORD })})
  const answer = await fetch('/api/v1/auth/register', { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(await answer.text())
  localStorage.removeItem('satchel.stranger')
})()`

/** How many pixels the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
