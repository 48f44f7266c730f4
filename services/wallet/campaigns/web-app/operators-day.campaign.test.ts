import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, axeAtRest, countTaps, fill, SIZES } from './money-steps.ts'
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

  test('asks the node about a payment that hangs, and resolves it with the amount typed', async () => {
    await fill(page)
    const { bolt11, hash } = await app.world.foreignInvoice(100_000)
    await app.world.node.steer('POST /script', { match: { hash }, pay: ['hang'] })
    await ask(page, 'POST', '/api/v1/payments', { out: true, bolt11 })
    app.world.advance(3 * 3600)
    await open('/admin/books', 'Books and payments')
    await page.getByRole('button', { name: 'Check the books now', exact: true }).click()
    await stepUp()
    await page.getByText('The books are right to the millisatoshi.', { exact: true }).waitFor()
    await page.getByRole('list', { name: 'Alarms', exact: true }).getByText('Payments were halted').waitFor()
    await isClean('books')
    await page.getByRole('button', { name: 'I have dealt with it: Payments were halted', exact: true }).click()
    await page.getByText('No open alarms', { exact: true }).waitFor()
    await page.getByRole('list', { name: 'Payments under way', exact: true }).getByText('for 3 hours').click()
    await page.getByRole('button', { name: 'Ask the node', exact: true }).click()
    await page.getByText('It may still arrive. Nothing has changed.').waitFor()
    await isClean('stuck')
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Unknown is not failed.').waitFor()
    const resolve = dialog.getByRole('button', { name: 'Resolve', exact: true })
    await dialog.getByLabel('Reason, for the audit log').fill('The node is gone')
    expect(await resolve.isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'It was not paid' }).check()
    await resolve.click()
    await dialog.getByText('the node does not confirm it').waitFor()
    await isClean('resolve')
    const force = dialog.getByRole('button', { name: 'Resolve it without the node', exact: true })
    expect(await force.isDisabled()).toBe(true)
    await dialog.getByLabel('Type the amount in satoshis').fill('100')
    await force.click()
    await page.getByText('Failed: nothing was taken', { exact: true }).waitFor()
    expect((await ask(page, 'GET', '/api/v1/wallets'))[0].balance).toBe(10_000_000)
  })

  test('changes a setting, undoes the change, and finds both in the audit log', async () => {
    await open('/admin/settings', 'Settings')
    await page.getByRole('button', { name: 'Largest payment' }).waitFor()
    await isClean('settings')
    await page.getByRole('button', { name: 'Largest payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Largest payment (satoshis)', { exact: true }).fill('0')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('This must be at least 1.', { exact: true }).waitFor()
    await isClean('setting')
    await dialog.getByLabel('Largest payment (satoshis)', { exact: true }).fill('250000')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Largest payment' }).getByText('250,000 sat · changed here').click()
    await dialog.getByRole('button', { name: 'Undo the change made here', exact: true }).click()
    await page.getByRole('button', { name: 'Largest payment' }).getByText('as built in').waitFor()
    await open('/admin/audit', 'Audit log')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog.getByLabel('What', { exact: true }).selectOption({ label: 'Setting changed' })
    await dialog.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('button', { name: 'Filtered: 1', exact: true }).waitFor()
    await isClean('audit')
    await page.getByRole('list', { name: 'Audit log', exact: true }).getByText('Setting changed').click()
    await dialog.getByText('250000', { exact: true }).waitFor()
    await isClean('audit-line')
  })

  test('downloads a backup by a link for one use', async () => {
    await open('/admin/backup', 'Backup')
    await page.getByText('Never', { exact: true }).waitFor()
    await isClean('backup')
    app.world.advance(STALE_SECONDS)
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a backup', exact: true }).click()
    await stepUp()
    const file = await begun
    expect(file.suggestedFilename()).toMatch(/^satchel-backup-.*\.tar\.gz$/)
    expect(readFileSync(await file.path()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    expect((await page.request.get(file.url())).status()).toBe(400)
    await page.getByText('Never', { exact: true }).waitFor({ state: 'detached' })
  })
})
