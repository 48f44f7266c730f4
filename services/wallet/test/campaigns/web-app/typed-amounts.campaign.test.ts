import { LNURLP } from '@satchel/extensions/lnurlp/lnurlp'
import { NWCPROVIDER } from '@satchel/extensions/nwcprovider/nwcprovider'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { looksClean } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({}, { builtIns: [LNURLP, NWCPROVIDER] })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

test.each(SIZES)(
  'at Receive on a $size a fraction of a satoshi is refused in words, and nothing is dropped',
  async (at) => {
    const page = await app.visitAs(`payee-${at.size}`, '/receive', { ...at.options, locale: 'de' })
    const field = page.getByRole('textbox', { name: 'Betrag' })
    const send = page.getByRole('button', { name: 'Code zeigen' })
    await field.pressSequentially('10,50')
    await page.getByText('Bruchteile eines Satoshis gibt es nicht.').waitFor()
    expect([await field.inputValue(), await send.isDisabled()]).toEqual(['10,50', true])
    await looksClean(page, `typed-refused-${at.size}`)
    for (const typed of ['1e6', '-5']) {
      await field.fill(typed)
      await page.locator('.amount-other .bad').waitFor()
      expect([await field.inputValue(), await send.isDisabled()]).toEqual([typed, true])
    }
    await field.fill('')
    await field.pressSequentially('1,250')
    await page.getByText('Verstanden als').waitFor()
    expect((await page.locator('.amount-other').innerText()).replaceAll(/[\u2068\u2069]/g, '')).toContain('1.250 sat')
    await send.click()
    await page.getByText('1.250 sat', { exact: true }).waitFor()
  },
)

test('a pay link has the amounts that were typed, in two notations', async () => {
  const page = await app.visitAs('owner', '/')
  await ask(page, 'POST', '/api/v1/extension', { ext_id: 'lnurlp' })
  await page.goto(`${app.url}/app/apps/lnurlp/new`)
  await page.getByLabel('Description').fill('Sheet music')
  await page
    .getByLabel(/^Least/)
    .first()
    .fill('1,000')
  await page.getByText('Understood as').waitFor({ state: 'hidden' })
  await page
    .getByLabel(/^Greatest/)
    .first()
    .fill('10.50')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('There are no fractions of a satoshi.').first().waitFor()
  await page
    .getByLabel(/^Greatest/)
    .first()
    .fill('10.000')
  await page.getByText('Understood as').first().waitFor()
  await looksClean(page, 'typed-pay-link')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
  const [link] = await ask(page, 'GET', '/lnurlp/api/v1/')
  expect(link).toMatchObject({ min: 1000, max: 10_000 })
})

test('a connection has a budget in satoshis, a usual time and an end where the person is', async () => {
  const page = await app.visitAs('payer', '/', { timezoneId: 'America/New_York' })
  await ask(page, 'POST', '/api/v1/extension', { ext_id: 'nwcprovider' })
  await page.goto(`${app.url}/app/apps/nwcprovider/new`)
  await page.getByLabel('App or person').fill('Photo app')
  await page.getByRole('checkbox', { name: 'Pay', exact: true }).check()
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.getByLabel(/^Budget \(/).fill('20000')
  await page.getByLabel('Renewed every').selectOption({ label: '7 days' })
  await page.getByLabel(/^Ends|^Expires/).fill('2035-05-01T09:00')
  await page.getByText('America/New_York').waitFor()
  await looksClean(page, 'typed-connection')
  await page.getByLabel('Renewed every').selectOption({ label: 'Another time' })
  await page.getByLabel('Renewed every').last().fill('36')
  await page.getByLabel('Unit of time').selectOption('hour')
  await looksClean(page, 'typed-connection-other-time')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
  const [connection] = await ask(page, 'GET', '/nwcprovider/api/v1/')
  expect(connection).toMatchObject({
    budgets: [{ budget_msats: 20_000_000, refresh_window: 129_600 }],
    expires_at: '2035-05-01T13:00:00Z',
  })
})
