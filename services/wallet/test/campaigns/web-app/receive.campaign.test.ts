import { LNURLP } from '@satchel/extensions/lnurlp/lnurlp'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLnurlService } from '../../world/lnurl-service.ts'
import { ask, axeAtRest, countTaps, expectNotHacked, HOSTILE, SIZES, smallTargets, spoken } from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({}, { builtIns: [LNURLP] })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const hashIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function pay(page: Page): Promise<void> {
  const { details } = await ask(page, 'GET', `/api/v1/payments/${hashIn(page)}`)
  const payer = await app.world.openWallet(10_000)
  expect((await app.world.send(payer, details.bolt11)).status).toBe(201)
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('a code is shown after two taps, survives a reload, and turns green when it is paid', async () => {
    const page = await app.visitAs(`payee-${size}`, '/', options)
    await page.evaluate(`Navigator.prototype.vibrate = (ms) => { window.buzzed = (window.buzzed ?? 0) + 1 }`)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Receive' }))
    await page.getByLabel('Amount', { exact: true }).and(page.locator('input')).fill('1234')
    await taps.tap(page.getByRole('button', { name: 'Show code' }))
    const code = page.getByRole('img', { name: /^Code to pay/ })
    await code.waitFor()
    expect(taps.count).toBe(2)
    const hash = hashIn(page)
    await page.getByText('1,234 sat', { exact: true }).waitFor()
    expect(await spoken(page)).toEqual([])
    await pay(page)
    await page.getByRole('heading', { name: 'Received' }).waitFor({ timeout: 2000 })
    expect((await spoken(page)).filter((text) => text === 'Received: 1,234 sat')).toHaveLength(1)
    await expect.poll(() => page.evaluate('window.buzzed')).toBe(1)
    expect([await axeAtRest(page), await overflowOf(page)]).toEqual([[], 0])
    await page.reload()
    await page.getByRole('heading', { name: 'Received' }).waitFor()
    expect(hashIn(page)).toBe(hash)
  })

  test.each(['light', 'dark'] as const)(
    'in %s colours nothing is wrong for axe, small or too wide',
    async (colorScheme) => {
      const page = await app.visitAs(`look-${size}-${colorScheme}`, '/receive', { ...options, colorScheme })
      const check = async (where: string) =>
        expect([where, await axeAtRest(page), await overflowOf(page), await smallTargets(page)]).toEqual([
          where,
          [],
          0,
          [],
        ])
      await page.getByRole('button', { name: 'Show code' }).waitFor()
      await check('amount')
      await page.getByRole('button', { name: '5,000' }).click()
      await page.getByRole('button', { name: 'Show code' }).click()
      await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
      await page.reload()
      await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
      await check('code')
      await page.goto(`${app.url}/app/receive/address`)
      await page.getByRole('button', { name: 'Take it' }).waitFor()
      await check('address')
    },
  )

  test('the own address asks for a name once; later it is shown after two taps', async () => {
    const page = await app.visitAs(`named-${size}`, '/', options)
    await page.getByRole('link', { name: 'Receive' }).click()
    await page.getByRole('tab', { name: 'My address' }).click()
    await page.getByLabel('Your name').fill(`ada-${size}`)
    await page.getByRole('button', { name: 'Take it' }).click()
    const address = `ada-${size}@${new URL(app.url).host}`
    await expect.poll(() => spoken(page)).toContain('The address is yours. The app “Pay links” is on.')
    await page.getByText(address, { exact: true }).waitFor()
    await page.goto(`${app.url}/app/`)
    const taps = countTaps(page)
    await taps.tap(page.getByRole('link', { name: 'Receive' }))
    await taps.tap(page.getByRole('tab', { name: 'My address' }))
    await page.getByText(address, { exact: true }).waitFor()
    expect(taps.count).toBe(2)
    expect(await ask(page, 'GET', '/lnurlp/api/v1/')).toHaveLength(1)
    expect(await axeAtRest(page)).toEqual([])
  })
})

test('a name that another user has is rejected with the reason', async () => {
  for (const who of ['first', 'second']) {
    const page = await app.visitAs(`wants-${who}`, '/receive/address')
    await page.getByLabel('Your name').fill('grace')
    await page.getByRole('button', { name: 'Take it' }).click()
    await (who === 'first'
      ? page.getByText('The address is yours.')
      : page.getByText('This name is taken. Try another one.')
    ).waitFor()
  }
})

test('an expired code says so, and can be replaced by a new one', async () => {
  const page = await app.visitAs('late', '/receive')
  await page.getByRole('button', { name: '1,000', exact: true }).click()
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  app.world.advance(3601)
  await page.reload()
  await page.getByRole('heading', { name: 'This code has expired' }).waitFor()
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('button', { name: 'Show code' }).waitFor()
})

test('a double tap on Show code creates one invoice', async () => {
  const page = await app.visitAs('hasty', '/receive')
  await page.getByRole('button', { name: '1,000', exact: true }).click()
  await page.getByRole('button', { name: 'Show code' }).dblclick()
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  expect(await ask(page, 'GET', '/api/v1/payments')).toHaveLength(1)
})

test('the form rejects amounts below one satoshi with the reason', async () => {
  const page = await app.visitAs('penniless', '/receive')
  await page.getByRole('group', { name: 'Digits' }).getByRole('button', { name: '0', exact: true }).click()
  await page.getByText('At least 1 sat', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Show code' }).isDisabled()).toBe(true)
  expect([await axeAtRest(page), await overflowOf(page)]).toEqual([[], 0])
})

test('an empty amount makes a code that takes what its payer chooses', async () => {
  const page = await app.visitAs('open-handed', '/receive')
  await page.getByText('Without an amount, the payer chooses it.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByRole('img', { name: /^Code to pay/ }).waitFor()
  await page.getByText('Any amount', { exact: true }).waitFor()
  expect([await axeAtRest(page), await overflowOf(page)]).toEqual([[], 0])
  const hash = hashIn(page)
  await page.goto(`${app.url}/app/activity`)
  await page.getByRole('link').filter({ hasText: 'Any amount' }).click()
  await page.getByRole('img', { name: 'Code to scan' }).waitFor()
  expect(await page.locator('.details-amount').textContent()).toBe('Any amount')
  await page.goto(`${app.url}/app/receive/${hash}`)
  await page.getByText('Any amount', { exact: true }).waitFor()
  const { details } = await ask(page, 'GET', `/api/v1/payments/${hash}`)
  const sent = await app.world.send(await app.world.openWallet(10_000), details.bolt11, { amount: 777 })
  expect(sent.status).toBe(201)
  await page.getByRole('heading', { name: 'Received', exact: true }).waitFor()
  await page.getByText('777 sat', { exact: true }).waitFor()
})

test('a card at the phone pays the invoice', async () => {
  const service = await openLnurlService(app.world)
  const page = await app.visitAs('cashier', '/')
  await page.addInitScript(`window.NDEFReader = class extends EventTarget {
    async scan() {
      setTimeout(() => {
        const event = new Event('reading')
        const data = new DataView(new TextEncoder().encode(${JSON.stringify(encodeLnurl(service.url('/withdraw')))}).buffer)
        event.message = { records: [{ recordType: 'url', data }] }
        this.dispatchEvent(event)
        this.dispatchEvent(event)
      }, 50)
    }
  }`)
  await page.reload()
  const taps = countTaps(page)
  await taps.tap(page.getByRole('link', { name: 'Receive' }))
  await page.getByLabel('Amount', { exact: true }).and(page.locator('input')).fill('21')
  await taps.tap(page.getByRole('button', { name: 'Show code' }))
  await taps.tap(page.getByRole('button', { name: /card/ }))
  await page.getByRole('heading', { name: 'On its way' }).waitFor()
  expect([taps.count, service.handedOver.length]).toEqual([3, 1])
  await pay(page)
  await page.getByRole('heading', { name: 'Received' }).waitFor()
})

test('a memo is text, whatever it looks like', async () => {
  const page = await app.visitAs('mallory', '/')
  for (const memo of HOSTILE) {
    const { payment_hash } = await ask(page, 'POST', '/api/v1/payments', { out: false, amount: 5, memo })
    await page.goto(`${app.url}/app/receive/${payment_hash}`)
    await page.locator('.code-memo').waitFor()
    expect([await page.locator('.code-memo').textContent(), await overflowOf(page)]).toEqual([memo, 0])
  }
  await expectNotHacked(page)
})
