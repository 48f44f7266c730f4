import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeAtRest, countTaps, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf, PASSWORD } from './open-app-visits.ts'

/** Longer than a proof of who somebody is counts. */
const STALE_SECONDS = 20 * 60

describe.each(SIZES)("an operator's day on a $size", ({ size, options }) => {
  let app: AppVisits
  let folder: string
  let page: Page
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-operator-'))
    app = await openAppVisits({ SERVICE_DATA_FOLDER: folder })
  })
  afterEach(async () => {
    expect(await app.world.violations()).toEqual([])
  })
  afterAll(async () => {
    await app?.leave()
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const isClean = async (name: string): Promise<void> => {
    if (process.env['PICTURES'] !== undefined)
      await page.screenshot({ path: `${process.env['PICTURES']}/${size}-${name}.png`, fullPage: true })
    expect([name, await axeAtRest(page), await overflowOf(page)]).toEqual([name, [], 0])
  }
  const open = async (path: string, heading: string): Promise<void> => {
    await page.goto(`${app.url}/app${path}`)
    await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
  }
  /** The dialog that asks once more who it is. */
  const stepUp = async (): Promise<void> => {
    const dialog = page.getByRole('dialog').last()
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  }

  test('sets the service up by the link of the start', async () => {
    const token = readFileSync(join(folder, 'first-install-token'), 'utf8').trim()
    page = await app.visit(`/set-up#token=${token}`, options)
    await page.getByLabel('Username').fill('boss')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByRole('link', { name: 'Done', exact: true }).click()
    await page.getByText('Last payments', { exact: true }).waitFor()
  })

  test('halts payments with a reason, and lets them go on in three taps from the banner', async () => {
    await open('/admin/halt', 'Halted payments')
    await page.getByText('Payments go out as usual.').waitFor()
    await isClean('not-halted')
    await page.getByLabel('Why? The next operator reads it.').fill('The node is being moved')
    await page.getByRole('button', { name: 'Halt payments', exact: true }).click()
    await page.getByText('Nothing is sent at the moment.').waitFor()
    await page.getByText('The node is being moved', { exact: true }).waitFor()
    await isClean('halted')
    app.world.advance(STALE_SECONDS)
    await open('/', 'Home')
    await isClean('home-halted')
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Why payments are halted', exact: true }))
    await taps.tap(page.getByRole('button', { name: 'Let them go on', exact: true }))
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
    await taps.tap(page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }))
    await page.getByText('Payments go out as usual.').waitFor()
    expect(taps.count).toBeLessThanOrEqual(3)
  })
})
