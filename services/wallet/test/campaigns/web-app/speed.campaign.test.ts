import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fill } from './money-steps.ts'
import { type AppVisits, BUILD, openAppVisits, PHONE, ROOT } from './open-app-visits.ts'
import { TAPS, timeTaps } from './time-taps.ts'

let app: AppVisits

beforeAll(async () => {
  // Without prices: the 404 of the rate is not shown, so Home loads no texts of errors for it.
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/**
 * The limits of docs/decisions/0036 are kept by the best of five visits on two busy cores. Machines that run this
 * campaign may be slower: times may be so much longer. What does not depend on the machine has no allowance.
 */
const ALLOWANCE = 1.5
const ATTEMPTS = 5

const PROFILES = [
  { profile: 'a middle phone', cpu: 4, kbps: 10_000, latencyMs: 40, lcpMs: 1000, usableMs: 1500 },
  { profile: 'a slow network', cpu: 4, kbps: 1600, latencyMs: 150, lcpMs: 1500, usableMs: 2500 },
  { profile: 'a bad network', cpu: 6, kbps: 400, latencyMs: 400, lcpMs: 4000, usableMs: 7000 },
] as const

const MAX_SHIFT = 0.02
/** Everything up to the usable Home, with the headers and what the service answers. */
const MAX_KB = 50
/** The page, two scripts, the styles, the texts, the icon. */
const MAX_FILES = 6
const MAX_API_REQUESTS = 6
/** Two round trips, the page and its styles, and the drawing. */
const MAX_ROUNDS_TO_LIFE = 3

interface Figures {
  readonly life: number
  readonly lcp: number
  readonly usable: number
  readonly shift: number
  /** Layout shifts, with their sizes. */
  readonly moved: readonly string[]
  readonly bytes: number
  readonly files: number
  readonly api: number
}

/** Records what a user sees, from the first byte on. */
const WATCH = `(() => {
  if (!location.pathname.startsWith('/app')) return
  const seen = (window.seen = { life: 0, lcp: 0, usable: 0, shift: 0, moved: [] })
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.life = startTime })
  observe('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  observe('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return
    seen.shift += value
    seen.moved.push(...sources.map(({ node }) => value.toFixed(3) + ' ' + (node?.className || node?.nodeName)))
  })
  const poll = () => {
    const isUsable = document.querySelector('.balance-figure, .balance-digits') !== null
      && document.querySelector('#last-payments') !== null && document.querySelector('.skeleton') === null
    if (isUsable) seen.usable = performance.now()
    else requestAnimationFrame(poll)
  }
  poll()
})()`

const READ = `(() => {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ startTime }) => startTime < seen.usable)
  const isApi = ({ name }) => new URL(name).pathname.startsWith('/api/')
  return {
    ...seen,
    bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
    files: entries.filter((entry) => !isApi(entry)).length,
    api: entries.filter(isApi).length,
  }
})()`

async function visitHome(page: Page): Promise<Figures> {
  await page.goto(`${app.url}/app/`)
  await expect.poll(() => page.evaluate<number>('seen.usable'), { timeout: 30_000 }).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  return page.evaluate<Figures>(READ)
}

async function slowDown(page: Page, { cpu, kbps, latencyMs }: (typeof PROFILES)[number]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const bytesPerSecond = (kbps * 1000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

/** A user with money. The browser connects to the service directly, without the proxy of other tests. */
async function openPerson(name: string, serviceWorkers: 'allow' | 'block'): Promise<Page> {
  const page = await app.visitAs(name, '/', { ...PHONE, serviceWorkers })
  await fill(page)
  await page.context().unrouteAll()
  await page.addInitScript(WATCH)
  return page
}

const best = (all: readonly Figures[], name: 'life' | 'lcp' | 'usable'): number =>
  Math.round(Math.min(...all.map((figures) => figures[name])))

test.each(PROFILES)(
  'the first visit on $profile: Home is soon there, small, and does not jump (20)',
  async (profile) => {
    const { lcpMs, usableMs, latencyMs } = profile
    const page = await openPerson(`first-${latencyMs}`, 'block')
    const session = await page.context().newCDPSession(page)
    await slowDown(page, profile)
    const all: Figures[] = []
    const isSlow = () => best(all, 'lcp') > lcpMs * ALLOWANCE || best(all, 'usable') > usableMs * ALLOWANCE
    while (all.length === 0 || (all.length < ATTEMPTS && isSlow())) {
      await session.send('Network.clearBrowserCache')
      all.push(await visitHome(page))
    }
    const { bytes, files, api, shift, moved } = all[0] as Figures
    const times = { life: best(all, 'life'), lcp: best(all, 'lcp'), usable: best(all, 'usable') }
    const sizes = `${(bytes / 1000).toFixed(1)} kB, ${files} files, ${api} requests, shift ${shift.toFixed(4)}`
    process.stdout.write(`${profile.profile}: ${JSON.stringify(times)} ms of ${lcpMs} and ${usableMs}; ${sizes}\n`)
    expect(Math.max(...all.map((figures) => figures.shift)), moved.join()).toBeLessThanOrEqual(MAX_SHIFT)
    expect(bytes).toBeLessThanOrEqual(MAX_KB * 1000)
    expect(files).toBeLessThanOrEqual(MAX_FILES)
    expect(api).toBeLessThanOrEqual(MAX_API_REQUESTS)
    expect(times.life).toBeLessThanOrEqual(Math.max(lcpMs, MAX_ROUNDS_TO_LIFE * latencyMs) * ALLOWANCE)
    expect(times.lcp).toBeLessThanOrEqual(lcpMs * ALLOWANCE)
    expect(times.usable).toBeLessThanOrEqual(usableMs * ALLOWANCE)
  },
)

const [, SLOW] = PROFILES
const MAX_ANSWER_MS = 200

test('every tap on a slow network is answered within 200 ms, also where the next place has to be fetched (20)', async () => {
  const page = await openPerson('taps', 'block')
  const session = await page.context().newCDPSession(page)
  await slowDown(page, SLOW)
  const all: (readonly number[])[] = []
  const bestOf = (at: number): number => Math.round(Math.min(...all.map((times) => times[at] ?? 0)))
  const slow = () => TAPS.filter((_, at) => bestOf(at) > MAX_ANSWER_MS * ALLOWANCE).map(({ name }) => name)
  while (all.length === 0 || (all.length < ATTEMPTS && slow().length > 0)) {
    await session.send('Network.clearBrowserCache')
    await visitHome(page)
    all.push(await timeTaps(page))
  }
  process.stdout.write(`taps: ${TAPS.map(({ name }, at) => `${name} ${bestOf(at)}`).join(', ')} ms\n`)
  expect(slow()).toEqual([])
})

const WARM_MS = 500

test('a later visit loads fast from the cache of the service worker, also without a network (20)', async () => {
  const page = await openPerson('again', 'allow')
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await visitHome(page)
  const all: Figures[] = []
  while (all.length < ATTEMPTS) all.push(await visitHome(page))
  const times = { life: best(all, 'life'), lcp: best(all, 'lcp'), usable: best(all, 'usable') }
  process.stdout.write(`warm: ${JSON.stringify(times)} ms of ${WARM_MS}\n`)
  expect(times.usable).toBeLessThanOrEqual(WARM_MS * ALLOWANCE)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('This device is offline.').waitFor()
})

const MINUTES = 10
const MAX_A_MINUTE = 2

test('Home at rest asks the service for at most two answers a minute (21)', async () => {
  const page = await openPerson('rest', 'block')
  await page.clock.install()
  await visitHome(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url())
  })
  await page.clock.runFor(MINUTES * 60_000)
  await page.waitForLoadState('networkidle')
  process.stdout.write(`at rest: ${asked.length} requests in ${MINUTES} minutes\n`)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(MINUTES * MAX_A_MINUTE)
  // Without any request, wallets and the rate would become stale.
  expect(asked.length).toBeGreaterThan(0)
})

const BUILD_MS = 5000
const UNCHANGED_MS = 50

/** Times the build as `npm start` runs it, without the start of its process. */
function timeBuild(): number {
  const script = `import { buildWeb } from './scripts/build-web.mjs'
    const begun = performance.now()
    await buildWeb(process.cwd(), process.env)
    console.log(performance.now() - begun)`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number(said)
}

test('a build takes five seconds, and a start without changes loses 50 ms (22)', () => {
  rmSync(`${BUILD}/stamp`)
  const cold = timeBuild()
  const unchanged = Math.min(timeBuild(), timeBuild(), timeBuild())
  process.stdout.write(`build: ${Math.round(cold)} ms; unchanged: ${unchanged.toFixed(1)} ms\n`)
  expect(cold).toBeLessThanOrEqual(BUILD_MS * ALLOWANCE)
  expect(unchanged).toBeLessThanOrEqual(UNCHANGED_MS * ALLOWANCE)
})
