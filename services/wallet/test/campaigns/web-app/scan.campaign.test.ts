import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLnurlService } from '../../world/lnurl-service.ts'
import { CAMERA_ARGUMENTS, film } from './camera-film.ts'
import { ask, axeAtRest, countTaps, fill, SIZES, smallTargets } from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  film(undefined)
  app = await openAppVisits({}, { browserArguments: CAMERA_ARGUMENTS })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

async function visitWithCamera(username: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await app.visitAs(username, '/', options)
  await page.context().grantPermissions(['camera'])
  await fill(page)
  return page
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('an invoice before the camera is recognised within two seconds and paid after two taps', async () => {
    const { bolt11 } = await app.world.foreignInvoice(2_000_000, { description: 'Bicycle repair' })
    const page = await visitWithCamera(`scans-${size}`, options)
    // The reader is fetched and compiled by the first visit.
    film(undefined)
    await page.goto(`${app.url}/app/scan`)
    await page.getByText('Point the camera at a code').waitFor()
    expect([await axeAtRest(page), await overflowOf(page), await smallTargets(page)]).toEqual([[], 0, []])
    await page.goto(`${app.url}/app/`)
    film(bolt11.toUpperCase())
    const taps = countTaps(page)
    const since = performance.now()
    await taps.tap(page.getByRole('link', { name: 'Scan' }))
    const button = page.getByRole('button', { name: 'Pay 2,000 sat' })
    await button.waitFor()
    expect(performance.now() - since).toBeLessThan(2000)
    await taps.tap(button)
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    expect([taps.count, (await ask(page, 'GET', '/api/v1/payments?direction=out')).length]).toEqual([2, 1])
  })

  test('a voucher before the camera is taken after two taps', async () => {
    const service = await openLnurlService(app.world)
    const page = await visitWithCamera(`wins-${size}`, options)
    film(encodeLnurl(service.url('/withdraw')).toUpperCase())
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Scan' }))
    await taps.tap(page.getByRole('button', { name: 'Take it' }))
    await page.getByRole('heading', { name: 'On its way' }).waitFor()
    expect([taps.count, service.handedOver.length]).toEqual([2, 1])
  })

  test('without permission for the camera the page says so, and offers a picture or a paste', async () => {
    const page = await app.visitAs(`shy-${size}`, '/scan', options)
    await page.getByRole('heading', { name: 'The camera is not allowed' }).waitFor()
    await page.locator('main').getByText('Picture', { exact: true }).waitFor()
    expect([await axeAtRest(page), await overflowOf(page), await smallTargets(page)]).toEqual([[], 0, []])
    await page.getByRole('link', { name: 'Paste' }).click()
    await page.getByRole('textbox').waitFor()
  })
})

test('the camera is off once the scanner is left', async () => {
  film(undefined)
  const page = await visitWithCamera('leaves')
  await page.evaluate(`{
    const open = MediaDevices.prototype.getUserMedia
    MediaDevices.prototype.getUserMedia = async function (wish) {
      return (window.stream = await open.call(this, wish))
    }
  }`)
  await page.getByRole('link', { name: 'Scan' }).click()
  await page.getByText('Point the camera at a code').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect
    .poll(() => page.evaluate('window.stream.getTracks().every(({ readyState }) => readyState === "ended")'))
    .toBe(true)
})

test('without https the page offers no camera, and says why', async () => {
  const page = await app.visitAs('plain', '/')
  await page.addInitScript(`Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
    Object.defineProperty(window, 'isSecureContext', { value: false })`)
  await page.goto(`${app.url}/app/scan`)
  await page.getByRole('heading', { name: 'The camera needs https' }).waitFor()
})

test('without a camera the page reads a picture of the code, and reports a picture without one', async () => {
  const page = await app.visitAs('looks', '/receive')
  await page.addInitScript(
    `MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))`,
  )
  await page.getByRole('button', { name: '5,000', exact: true }).click()
  await page.getByRole('button', { name: 'Show code' }).click()
  const code = page.getByRole('img', { name: /^Code to pay/ })
  await code.waitFor()
  const picture = await code.screenshot()
  const blank = await page.getByRole('heading', { level: 1 }).screenshot()
  const other = await app.visitAs('pays-picture', '/')
  await fill(other)
  await other.addInitScript(
    `MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))`,
  )
  await other.goto(`${app.url}/app/scan`)
  await other.getByRole('heading', { name: 'No camera here' }).waitFor()
  await other.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: blank })
  await other.getByText('There is no readable code in this picture').waitFor()
  await other.locator('input[type=file]').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: picture })
  await other.getByRole('button', { name: 'Pay 5,000 sat' }).waitFor()
})
