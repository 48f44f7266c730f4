import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TPOS } from '@satchel/extensions/tpos/tpos'
import { WITHDRAW } from '@satchel/extensions/withdraw/withdraw'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amountField, countTaps, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { button, rowOf } from './page-steps.ts'

const FIELDS_OF_VOUCHERS = [
  ['Title', 'Welcome gift'],
  ['Least per use', '10'],
  ['Most per use', '10'],
  ['Number of uses', '20'],
] as const

const PAPERS = ['A4', 'Letter'] as const

/** How many sheets of paper the page takes. */
async function countSheets(page: Page, format: (typeof PAPERS)[number]): Promise<number> {
  const pdf = await page.pdf({ format, margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** Other campaigns test these journeys; this one counts their taps. */
describe.each(SIZES)('taps on a $size (1)', ({ size, options }) => {
  let app: AppVisits
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-taps-'))
    app = await openAppVisits({ SERVICE_DATA_FOLDER: folder }, { builtIns: [TPOS, WITHDRAW] })
  })
  afterAll(async () => {
    await app?.leave()
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the operator sets the service up with at most five taps', async () => {
    const token = readFileSync(join(folder, 'first-install-token'), 'utf8').trim()
    const page = await app.visit(`/set-up#token=${token}`, options)
    const taps = countTaps(page)
    await page.getByLabel('Username').fill(`boss-${size}`)
    await page.getByLabel('Password').fill(PASSWORD)
    await taps.tap(button(page, 'Go on'))
    await taps.tap(page.getByRole('link', { name: 'Done' }))
    await page.getByText('Last payments').waitFor()
    expect(taps.count).toBeLessThanOrEqual(5)
  })

  test('a new user shows the code of a first payment after four taps', async () => {
    const page = await app.visit('/', options)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Create account' }))
    await page.getByLabel('Username').fill(`ada-${size}`)
    await page.getByLabel('Password').fill(PASSWORD)
    await taps.tap(button(page, 'Create'))
    await taps.tap(page.getByRole('link', { name: 'Receive', exact: true }))
    await amountField(page).fill('550')
    await taps.tap(button(page, 'Show code'))
    await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
    expect(taps.count).toBeLessThanOrEqual(4)
  })

  test('a user connects a program with a budget after five taps', async () => {
    const page = await app.visitAs(`emma-${size}`, '/', options)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'More', exact: true }))
    await taps.tap(rowOf(page, 'Connections'))
    await taps.tap(page.getByRole('link', { name: 'Connect a program' }))
    await page.getByLabel('Which program').fill('Gardener')
    await taps.tap(page.getByRole('radio', { name: /^Pay/ }))
    await page.getByLabel('At most, fees included').fill('400')
    await taps.tap(button(page, 'Create the token'))
    await page.getByRole('heading', { name: 'The token is ready' }).waitFor()
    expect(taps.count).toBeLessThanOrEqual(5)
  })
  test('a shop keeper shows the code of a new till after four taps', async () => {
    const page = await app.visitAs(`keeper-${size}`, '/', options)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Apps', exact: true }))
    await taps.tap(page.getByRole('link', { name: /^Point of sale/ }))
    await taps.tap(button(page, 'Switch on'))
    await page.getByLabel('Name', { exact: true }).fill('Corner shop')
    await page.getByLabel('Currency').selectOption('sat')
    await taps.tap(button(page, 'Create'))
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    expect(taps.count).toBeLessThanOrEqual(4)
  })

  test('twenty vouchers are ready to print after five taps', async () => {
    const page = await app.visitAs(`printer-${size}`, '/', options)
    await page.evaluate('window.print = () => { window.printed = document.querySelectorAll(".code-sheet svg").length }')
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Apps', exact: true }))
    await taps.tap(page.getByRole('link', { name: /^Vouchers/ }))
    await taps.tap(button(page, 'Switch on'))
    for (const [label, value] of FIELDS_OF_VOUCHERS) await page.getByLabel(label).first().fill(value)
    // A field, like typed text: not counted as a tap.
    await page.getByRole('switch', { name: 'A separate voucher for each use' }).check()
    await taps.tap(button(page, 'Create'))
    await taps.tap(page.getByRole('link', { name: 'Print the vouchers' }))
    await page.locator('.code-sheet').waitFor()
    expect(await page.evaluate('window.printed')).toBe(20)
    expect(await page.locator('.code-sheet b').allInnerTexts()).toEqual(Array.from({ length: 20 }, () => '10 sat'))
    expect(taps.count).toBeLessThanOrEqual(5)
    // Twenty cards are one sheet of paper.
    for (const format of PAPERS) expect(await countSheets(page, format)).toBe(1)
  })
})
