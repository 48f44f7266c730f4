import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { DIALECTS } from '../../world/test-database.ts'
import { type AppVisits, DESK, openAppVisits, PHONE } from './open-app-visits.ts'
import { ask, bePaid, seedPayments } from './record-steps.ts'

/** `LONG_LIST=1000000` takes longer to fill than to check. */
const COUNT = Number(process.env['LONG_LIST'] ?? '200000')

let app: AppVisits | undefined

afterEach(async () => {
  await app?.leave()
  await app?.close()
  app = undefined
})

describe.each(DIALECTS)('on %s', (dialect) => {
  test('a wallet with very many payments opens and scrolls smoothly, and the place in it is kept', async () => {
    app = await openAppVisits({}, dialect)
    const page = await app.visitAs('many', '/', PHONE)
    const [wallet] = await ask<{ id: string }[]>(page, 'GET', '/wallets')
    await seedPayments(app.world, wallet?.id ?? '', COUNT)
    for (const options of [PHONE, DESK]) {
      const storageState = await page.context().storageState()
      const there = await app.visit('/more', { ...options, storageState })
      await there.addInitScript(FIRST_ROW)
      await there.goto(`${app.url}/app/activity`)
      await there.locator('.day li').nth(40).waitFor({ state: 'attached' })
      const drawnMs = await there.evaluate<number>('window.firstRowAt - window.answeredAt()')
      await there.waitForLoadState('networkidle')
      const frames = await scrollTo(there, 1000)
      process.stdout.write(`${dialect}, ${COUNT} payments: first row after ${Math.round(drawnMs)} ms, ${frames}\n`)
      expect(drawnMs).toBeLessThan(300)
      expect(frames.long, String(frames)).toEqual([])
      await expectKeptPlace(there)
    }
    await bePaid(app.world, page, 'on top of them', 5)
  })
})

/** Down the list by the speed of a strong flick until so many rows have been passed; the frames over 50 ms. */
async function scrollTo(page: Page, rows: number) {
  const seen = (await page.evaluate(`(async () => {
    const long = []
    const observer = new PerformanceObserver((entries) => {
      for (const { duration, blockingDuration } of entries.getEntries()) long.push([Math.round(duration), Math.round(blockingDuration)])
    })
    observer.observe({ type: 'long-animation-frame' })
    const list = document.querySelector('.columns-main') ?? document.scrollingElement
    const top = () => document.querySelectorAll('.day li').length
    let frames = 0
    const since = performance.now()
    while (top() < ${rows} || list.scrollTop < ${rows} * 60) {
      list.scrollTop += 120
      frames += 1
      await new Promise(requestAnimationFrame)
      if (performance.now() - since > 60000) break
    }
    observer.disconnect()
    return { long, frames, rows: top(), ms: performance.now() - since }
  })()`)) as { long: number[][]; frames: number; rows: number; ms: number }
  expect(seen.rows).toBeGreaterThanOrEqual(rows)
  return {
    ...seen,
    toString: () =>
      `${seen.rows} rows in ${seen.frames} frames, ${Math.round(seen.ms)} ms, long ones: ${JSON.stringify(seen.long)}`,
  }
}

async function expectKeptPlace(page: Page): Promise<void> {
  const row = page.locator('.day li a').nth(700)
  await row.scrollIntoViewIfNeeded()
  const before = await row.boundingBox()
  const memo = await row.locator('.row-title').textContent()
  await row.click()
  await page.getByText('Payment hash').waitFor()
  await page.goBack()
  const again = page
    .getByRole('link')
    .filter({ hasText: memo ?? '' })
    .first()
  await again.waitFor()
  await page.waitForTimeout(300)
  expect(Math.abs(((await again.boundingBox())?.y ?? 1e9) - (before?.y ?? 0))).toBeLessThan(100)
}

/** When the first row stood on the screen, and when the answer with it had arrived. */
const FIRST_ROW = `
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('.day li') === null) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRowAt = performance.now() }))
  }).observe(document, { childList: true, subtree: true })
  window.answeredAt = () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/payments/paginated')).responseEnd
`
