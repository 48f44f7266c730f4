import { readFileSync } from 'node:fs'
import type { HttpApp } from '@satchel/http/http-app'
import { BASE_CSS } from '@satchel/page/base-css'
import type { Language } from '@satchel/page/languages'
import { visitorLanguage } from '@satchel/page/visitor-language'
import type { LatestRates } from '../latest-rates.ts'
import type { PriceHistory } from '../price-history.ts'
import { type SourceReportDeps, sourceReport } from '../source-report.ts'
import { pageSpeech } from './page-speech.ts'
import { renderPage } from './render-page.ts'

export interface PageRoutesDeps extends SourceReportDeps {
  readonly latest: LatestRates
  readonly history: PriceHistory
  readonly now: () => number
}

/** `/`: the live page for people. Before the first cycle it shows that it waits. */
export function pageRoutes(app: HttpApp, deps: PageRoutesDeps): void {
  const open = { config: { access: 'anyone' }, schema: { hide: true } } as const
  // All open pages ask again at the same time after each cycle, so they share one rendered page.
  const keptPages = new Map<Language, Kept>()
  const pageNow = (language: Language): string => {
    const now = deps.now()
    const rates = deps.latest.current
    const second = Math.floor(now / 1000)
    const kept = keptPages.get(language)
    if (kept === undefined || kept.second !== second || kept.tag !== rates?.tag) {
      const historyOf = (currency: string) =>
        deps.history.points({ currency, from: undefined, to: undefined, limit: CYCLES_SHOWN })
      const speech = pageSpeech(language)
      const page = renderPage({ report: sourceReport(deps, rates, now), rates, historyOf, now, speech })
      keptPages.set(language, { page, second, tag: rates?.tag })
      return page
    }
    return kept.page
  }
  app.get('/', open, async ({ url, headers }, reply) => {
    const wish = new URLSearchParams(url.split('?')[1]).get('lang')
    const page = pageNow(visitorLanguage(wish, headers['accept-language']))
    return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)
  })
  for (const { file, type } of BROWSER_FILES) {
    const own = readFileSync(new URL(file, import.meta.url), 'utf8')
    const text = file === 'live-prices.css' ? BASE_CSS + own : own
    app.get(`/page/${file}`, open, async (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').type(type).send(text),
    )
  }
}

/** Four hours at the default interval. */
const CYCLES_SHOWN = 240

const BROWSER_FILES = [
  { file: 'live-prices.js', type: 'text/javascript; charset=utf-8' },
  { file: 'live-prices.css', type: 'text/css; charset=utf-8' },
  { file: 'source-table.css', type: 'text/css; charset=utf-8' },
] as const

/** Labels come from a file and errors from exchanges: an unescaped one has no effect under this policy. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language',
}

interface Kept {
  readonly page: string
  readonly second: number
  readonly tag: string | undefined
}
