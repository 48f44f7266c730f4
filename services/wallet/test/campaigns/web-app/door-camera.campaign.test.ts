import { EVENTS } from '@satchel/extensions/events/events'
import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CAMERA_ARGUMENTS, film } from './camera-film.ts'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf } from './open-app-visits.ts'
import { picture } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  film(undefined)
  app = await openAppVisits({}, { builtIns: [EVENTS], browserArguments: CAMERA_ARGUMENTS })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** A free event, a ticket of it, and the text of its QR code. */
async function openEvent(owner: Page) {
  await ask(owner, 'POST', '/api/v1/extension', { ext_id: 'events' })
  const days = { closing_date: '2099-05-01', event_start_date: '2099-05-01', event_end_date: '2099-05-01' }
  const concert = { name: 'Concert', info: '', amount_tickets: 10, price_per_ticket: 0, ...days }
  const { id } = await ask(owner, 'POST', '/events/api/v1/', concert)
  const buyer = { name: 'Ada', email: 'ada@x.example' }
  const { status } = await app.world.call('POST', `/events/public/${id}/tickets`, { body: buyer })
  if (status >= 300) throw new Error(`no ticket: ${status}`)
  const [ticket] = await ask(owner, 'GET', `/events/api/v1/${id}/tickets`)
  const { door_link: link } = await ask(owner, 'POST', `/events/api/v1/${id}/door`)
  return { link: String(link), ticket: String(ticket.id) }
}

test.each(SIZES)(
  'on a $size without a reader of its own, the camera at the door checks a ticket in once',
  async ({ size, options }) => {
    const { link, ticket } = await openEvent(await app.visitAs(`door-${size}`, '/', options))
    const page = await app.visit('/welcome', options)
    await page.context().grantPermissions(['camera'])
    // Removes the browser's own reader, which Firefox, Safari and this Chromium do not have.
    await page.addInitScript('delete window.BarcodeDetector')
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname))
    film(ticket)
    await page.goto(link)
    expect(workers).toEqual([])
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await page.getByText('Welcome, Ada.').waitFor()
    await page.getByText('Let in on this device: 1').waitFor()
    expect(workers).toEqual([expect.stringMatching(/^\/static\/[0-9a-f]{12}\/read-codes\.js$/)])
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    await picture(page, `door-camera-${size}`)
    await page.reload()
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await page.getByText('Already used').waitFor()
  },
)

test('if the browser has its own code reader, the page loads none', async () => {
  const { link, ticket } = await openEvent(await app.visitAs('door-native', '/'))
  const page = await app.visit('/welcome')
  await page.context().grantPermissions(['camera'])
  await page.addInitScript(`window.BarcodeDetector = class {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => [{ rawValue: ${JSON.stringify(ticket)} }]
  }`)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(link)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByText('Welcome, Ada.').waitFor()
  expect(loaded.filter((path) => /zxing|read-codes/.test(path))).toEqual([])
})

test('without permission for the camera the page says so, and the ticket can be typed', async () => {
  const { link, ticket } = await openEvent(await app.visitAs('door-shy', '/'))
  const page = await app.visit('/welcome')
  await page.goto(link)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByText('The camera cannot be used: allow it, or type the ticket.').waitFor()
  await page.getByLabel('Or type the ticket').fill(ticket)
  await page.getByRole('button', { name: 'Check in' }).click()
  await page.getByText('Welcome, Ada.').waitFor()
})
