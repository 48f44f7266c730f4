import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLnurlService } from '../../world/lnurl-service.ts'
import { seededRandom } from '../seeded-random.ts'
import { amountField, fill, give, sentCount } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const random = seededRandom('mishaps')
/** Rounds of each mishap with each kind of payee. */
const RUNS = Number(process.env['MISHAP_RUNS'] ?? '2')
/** Ten times the duration of a round on a quiet machine. */
const ROUND_TIMEOUT_MS = 20_000
/** The delay of the node. Mishaps happen during it. */
const NODE_MS = 500

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })
const payThenWait = async (page: Page): Promise<void> => {
  await payButton(page).click()
  await page.waitForTimeout(random.int(NODE_MS))
}

const MISHAPS = {
  'A double tap': (page: Page) => payButton(page).dblclick(),
  'Enter twice': async (page: Page) => {
    await payButton(page).focus()
    await page.evaluate('{ const { form } = document.activeElement; form.requestSubmit(); form.requestSubmit() }')
    await page.keyboard.press('Enter')
  },
  'A reload': async (page: Page) => {
    await payThenWait(page)
    await page.reload()
  },
  'Back and Forward': async (page: Page) => {
    await payThenWait(page)
    await page.goBack()
    await page.goForward()
  },
  'A lost answer': async (page: Page) => {
    let isLost = false
    await page.route(PAYING, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await payButton(page).click()
  },
} as const

const PAYING = /\/api\/v1\/payments(\/lnurl)?\?wallet_id/

describe.each(Object.keys(MISHAPS) as (keyof typeof MISHAPS)[])('%s while a payment is on its way', (name) => {
  test.each(['invoice', 'address'] as const)(
    'leaves one payment in the books: %s',
    async (kind) => {
      const lnurl = await openLnurlService(app.world)
      const page = await app.visitAs(`${kind}-${name.replaceAll(' ', '-')}`, '/send')
      await fill(page, RUNS * 2000)
      for (let run = 1; run <= RUNS; run += 1) {
        const { bolt11 } = await app.world.foreignInvoice(1_000_000)
        await app.world.node.sendControl('POST /script', { match: { nth: 1 }, pay: [{ do: 'settle', ms: NODE_MS }] })
        await give(page, kind === 'invoice' ? bolt11 : `alice@${lnurl.host}`)
        if (kind === 'address') {
          await amountField(page).fill('1000')
          await page.getByRole('button', { name: 'Go on' }).click()
        }
        await payButton(page).waitFor()
        await MISHAPS[name](page)
        await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: 15_000 })
        expect([await sentCount(page), lnurl.invoices.length]).toEqual([run, kind === 'invoice' ? 0 : run])
        await page.goto(`${app.url}/app/send`)
      }
    },
    Math.max(120_000, RUNS * ROUND_TIMEOUT_MS),
  )
})
