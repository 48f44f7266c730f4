import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'
const CHROMIUM_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Visit {
  readonly page: Page
  /** Console errors, exceptions, violated policies. */
  readonly complaints: string[]
  /** Requests that wanted to leave this machine. */
  readonly foreign: string[]
}

export interface RealBrowser {
  /** Without chromium it throws the line that installs it, so that every test reports it. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** A page in a separate context that records every request to another origin. */
  visit(origin: string, path: string, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

/** Debian's chromium, headless. */
export async function openRealBrowser(more: readonly string[] = []): Promise<RealBrowser> {
  const browser: Browser | undefined = existsSync(CHROMIUM)
    ? await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGUMENTS, ...more] })
    : undefined
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    if (browser === undefined) throw new Error('chromium is missing: apt-get install -y chromium')
    return browser.newContext(options)
  }
  return {
    newContext,
    async visit(origin, path, options) {
      const context = await newContext(options)
      const complaints: string[] = []
      const foreign: string[] = []
      // Only what passed the page's policy arrives here: a request that the policy stops never becomes one.
      await context.route(
        (target) => target.origin !== origin && target.protocol.startsWith('http'),
        (route) => {
          foreign.push(route.request().url())
          return route.abort()
        },
      )
      const page = await context.newPage()
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(origin + path)
      return { page, complaints, foreign }
    },
    close: async () => browser?.close(),
  }
}
