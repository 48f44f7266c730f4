import { LNURLP } from '@satchel/extensions/lnurlp/lnurlp'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLnurlService } from '../../world/lnurl-service.ts'
import { CAMERA_ARGUMENTS, film } from './camera-film.ts'
import { ask, fill, SIZES, sentCount } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { expectFocus, tabTo } from './tab-to.ts'

let app: AppVisits

beforeAll(async () => {
  film(undefined)
  app = await openAppVisits({}, { builtIns: [LNURLP], browserArguments: CAMERA_ARGUMENTS })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

/** Tabs to a control and presses Enter. Afterwards an element has the focus. */
async function press(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  }
}

/** Waits for the screen with this heading, and expects the focus on it. */
async function arrive(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  await expectFocus(page)
}

async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** From Home, after a change of place: the focus is on its heading. */
async function goHome(page: Page): Promise<void> {
  await page.goto(`${app.url}/app/`)
  await page.getByRole('link', { name: 'Send', exact: true }).waitFor()
}

/** Another user pays the invoice that is shown. */
async function payShown(page: Page): Promise<void> {
  const hash = new URL(page.url()).pathname.split('/').at(-1)
  const { details } = await ask(page, 'GET', `/api/v1/payments/${hash}`)
  expect((await app.world.send(await app.world.openWallet(10_000), details.bolt11)).status).toBe(201)
}

describe.each(SIZES)(
  'by keyboard alone, on a $size: the focus is visible, behind no bar, and never lost',
  ({ size, options }) => {
    test('from nothing to the first received payment, at a code and at an own address (13)', async () => {
      const page = await app.visit('/welcome', options)
      await page.getByRole('link', { name: 'Create account' }).waitFor()
      await press(page, 'Create account')
      await arrive(page, 'Create account')
      await typeInto(page, 'Username', `keys-${size}`)
      await typeInto(page, 'Password', PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByText('Last payments').waitFor()
      await expectFocus(page)
      await press(page, 'Receive')
      await arrive(page, 'Receive')
      // First the tab, which has the same name as its field.
      await tabTo(page, 'Amount')
      await typeInto(page, 'Amount', '550')
      await press(page, 'Show code')
      await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
      await expectFocus(page)
      await tabTo(page, 'Copy')
      await payShown(page)
      await page.getByRole('heading', { name: 'Received' }).waitFor()
      await expectFocus(page)
      await press(page, 'Done')
      await page.getByText('Last payments').waitFor()
      await press(page, 'Receive')
      await arrive(page, 'Receive')
      await tabTo(page, 'Amount')
      await page.keyboard.press('ArrowRight')
      await page.getByLabel('Your name').waitFor()
      await expectFocus(page)
      await press(page, 'Take it')
      await page.getByRole('button', { name: 'Copy' }).waitFor()
      await expectFocus(page)
      await tabTo(page, 'Copy')
    })

    test('a pasted invoice, an address, a scanned invoice and a scanned voucher (13)', async () => {
      const payee = await openLnurlService(app.world)
      const page = await app.visitAs(`pays-${size}`, '/', options)
      await page.context().grantPermissions(['camera', 'clipboard-read', 'clipboard-write'])
      await fill(page)
      const pasted = await app.world.foreignInvoice(1_000_000)
      await page.evaluate(`navigator.clipboard.writeText('${pasted.bolt11}')`)
      await press(page, 'Send')
      await arrive(page, 'Send')
      await press(page, 'Paste')
      await arrive(page, 'Pay this?')
      await press(page, 'Pay 1,000 sat')
      await arrive(page, 'Paid')
      await press(page, 'Done')
      await page.getByText('Last payments').waitFor()
      await press(page, 'Send')
      await arrive(page, 'Send')
      await typeInto(page, 'Invoice, Lightning address or link', `alice@${payee.host}`)
      await page.keyboard.press('Enter')
      await page.getByLabel('Amount', { exact: true }).waitFor()
      await expectFocus(page)
      await typeInto(page, 'Amount', '21')
      await press(page, 'Go on')
      await arrive(page, 'Pay this?')
      await press(page, 'Pay 21 sat')
      await arrive(page, 'Paid')
      const scanned = await app.world.foreignInvoice(2_000_000)
      film(scanned.bolt11.toUpperCase())
      await goHome(page)
      await press(page, 'Scan')
      await arrive(page, 'Pay this?')
      await press(page, 'Pay 2,000 sat')
      await arrive(page, 'Paid')
      film(encodeLnurl(payee.url('/withdraw')).toUpperCase())
      await goHome(page)
      await press(page, 'Scan')
      await arrive(page, 'Money for you')
      await press(page, 'Take it')
      await arrive(page, 'On its way')
      expect(await sentCount(page)).toBe(3)
    })
  },
)

test('a card payment is started by keyboard alone (13)', async () => {
  const payee = await openLnurlService(app.world)
  const page = await app.visitAs('cashier', '/')
  await page.addInitScript(`window.NDEFReader = class extends EventTarget {
    async scan() {
      const data = new DataView(new TextEncoder().encode('${encodeLnurl(payee.url('/withdraw'))}').buffer)
      const message = { records: [{ recordType: 'url', data }] }
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('reading'), { message })), 50)
    }
  }`)
  await goHome(page)
  await press(page, 'Receive')
  await arrive(page, 'Receive')
  await tabTo(page, 'Amount')
  await typeInto(page, 'Amount', '21')
  await press(page, 'Show code')
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  await expectFocus(page)
  await press(page, /card/)
  await arrive(page, 'On its way')
})
