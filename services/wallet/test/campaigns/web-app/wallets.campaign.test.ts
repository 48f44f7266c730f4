import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AppVisits, DESK, openAppVisits, overflowOf, PHONE } from './open-app-visits.ts'
import { ask, bePaid, HOSTILE_TEXTS } from './record-steps.ts'

interface SeenWallet {
  readonly id: string
  readonly name: string
  readonly balance: number
}

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const walletsOf = (page: Page) => ask<SeenWallet[]>(page, 'GET', '/wallets')
const openWallet = (page: Page, name: string) => ask<SeenWallet>(page, 'POST', '/wallet', { name })
/** What a screen reader says of a chart's point, without marks of direction. */
const heard = async (chart: Locator): Promise<string> =>
  ((await chart.getAttribute('aria-valuetext')) ?? '').replaceAll(/[\u2066-\u2069]/g, '')

const rowOf = (page: Page, name: string) => page.getByRole('link').filter({ hasText: name })

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
])('on a $size', ({ size, options }) => {
  test('a wallet is created, renamed, chosen for the start, and deleted', async () => {
    const page = await app.visitAs(`keeper-${size}`, '/more', options)
    await page.getByRole('link', { name: /^Wallets/ }).click()
    await page.getByRole('button', { name: 'New wallet' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Corner shop')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Corner shop' }).waitFor()
    await page.getByRole('switch', { name: /^Start with this wallet/ }).click()
    await page.goto(`${app.url}/app/`)
    await page.getByRole('button', { name: 'Corner shop' }).waitFor()
    await page.goto(`${app.url}/app/wallets`)
    await rowOf(page, 'Corner shop').filter({ hasText: 'Opens first' }).click()
    await page.getByRole('button', { name: 'Delete the wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the wallet' }).click()
    await page.getByText('Corner shop is deleted').waitFor()
    await rowOf(page, 'My wallet').waitFor()
    expect((await walletsOf(page)).map(({ name }) => name)).toEqual(['My wallet'])
  })

  test('the charts of Home, Activity and a wallet are read by arrow keys, and from tables', async () => {
    const page = await app.visitAs(`charter-${size}`, '/', options)
    expect(await page.getByRole('slider').count()).toBe(0)
    await ask(page, 'POST', '/wallet/play-balance', { amount: 10_000 })
    await bePaid(app.world, page, 'for the chart', 250)
    const { bolt11 } = await app.world.foreignInvoice(4_000_000)
    await ask(page, 'POST', '/payments', { out: true, bolt11 })
    await page.goto(`${app.url}/app/`)
    const moves = page.getByRole('slider', { name: 'Received and sent' })
    const balance = page.getByRole('slider', { name: 'Balance over time' })
    await moves.focus()
    await expect.poll(() => heard(moves)).toMatch(/^.* \d{4} · Received 10,250 sat · Sent 4,000 sat$/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => heard(moves)).toMatch(/ · Received 0 sat · Sent 0 sat$/)
    await page.locator('figcaption').getByText('10,250 sat', { exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('table', { name: 'Received and sent' }).getByRole('row').count()).toBe(1 + 30)
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Hide the balance' }).click()
    await moves.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('tab', { name: 'Month' }).click()
    await expect.poll(() => heard(moves)).toMatch(/ · Received 10,250 sat · Sent 4,000 sat · Fees \d+ sat$/)
    expect(await page.getByRole('table', { name: 'Received and sent' }).getByRole('row').count()).toBe(1 + 24)
    await page.getByLabel('Search notes').fill('for the chart')
    await expect.poll(() => heard(moves)).toMatch(/ · Received 250 sat · Sent 0 sat · Fees 0 sat$/)
    await page.goto(`${app.url}/app/wallets`)
    await rowOf(page, 'My wallet').click()
    for (const [range, rows] of [
      ['12 months', 53],
      ['All', 1],
      ['30 days', 30],
    ] as const) {
      await page.getByRole('tab', { name: range }).click()
      await expect.poll(() => heard(balance)).toMatch(/ · Balance 6,2\d\d sat$/)
      expect(await page.getByRole('table', { name: 'Balance over time' }).getByRole('row').count()).toBe(1 + rows)
    }
    await balance.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => heard(balance)).toMatch(/ · Balance 0 sat$/)
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
  })

  test('a transfer between two wallets is made once, however often it is tapped', async () => {
    const page = await app.visitAs(`mover-${size}`, '/', options)
    await ask(page, 'POST', '/wallet/play-balance', { amount: 10_000 })
    await openWallet(page, 'Savings')
    await page.goto(`${app.url}/app/wallets`)
    await page.getByRole('link', { name: 'Move money' }).click()
    await page.getByLabel('Amount', { exact: true }).fill('2500')
    await page.getByRole('button', { name: 'Move 2,500 sat' }).dblclick()
    await page.getByText('2,500 sat are now in Savings').waitFor()
    await rowOf(page, 'Savings').filter({ hasText: '2,500 sat' }).waitFor()
    await page.getByText('10,000 sat').waitFor()
    const balances = (await walletsOf(page)).map(({ balance }) => balance)
    expect(balances).toEqual([7_500_000, 2_500_000])
    expect(await app.world.violations()).toEqual([])
  })

  test('a wallet with money, or the last wallet, cannot be deleted, and the page says why', async () => {
    const page = await app.visitAs(`full-${size}`, '/', options)
    const [first] = await walletsOf(page)
    await page.goto(`${app.url}/app/wallets/${first?.id}`)
    await page.getByText('Your only wallet cannot be deleted.').waitFor()
    await bePaid(app.world, page, 'Coffee', 321)
    await page.getByText('Move the 321 sat out first.').waitFor()
    await page.getByRole('button', { name: 'Payments of this wallet' }).click()
    await page.getByRole('link').filter({ hasText: 'Coffee' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByRole('link').filter({ hasText: 'Coffee' }).waitFor()
    await page.goBack()
    await page.getByText('Move the 321 sat out first.').waitFor()
    expect(await page.getByRole('button', { name: 'Delete the wallet' }).count()).toBe(0)
  })

  test('keys are shown on demand, and new ones replace them', async () => {
    const page = await app.visitAs(`keys-${size}`, '/', options)
    const [wallet] = await walletsOf(page)
    await page.goto(`${app.url}/app/wallets/${wallet?.id}`)
    await page.getByRole('button', { name: 'Show the keys' }).click()
    const keys = page.locator('.facts code')
    await keys.first().waitFor()
    const [before = ''] = await keys.allTextContents()
    expect((await app.world.call('GET', '/api/v1/wallet', { key: before })).status).toBe(200)
    await page.getByRole('button', { name: 'Make new keys' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make new keys' }).click()
    await page.getByText('The wallet has new keys').waitFor()
    const [after = ''] = await keys.allTextContents()
    expect(after).not.toBe(before)
    expect((await app.world.call('GET', '/api/v1/wallet', { key: before })).status).toBe(401)
    expect((await app.world.call('GET', '/api/v1/wallet', { key: after })).status).toBe(200)
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state])')).not.toContain(after)
    await page.getByRole('button', { name: 'Hide the keys' }).click()
    expect(await page.content()).not.toContain(after)
  })

  test('a guest sees what they may do, and can leave', async () => {
    const owner = await app.visitAs(`owner-${size}`, '/', options)
    const shared = await openWallet(owner, 'Household')
    const guest = await app.visitAs(`guest-${size}`, '/', options)
    const refused = await openWallet(owner, 'Casino')
    const invitation = { username: `guest-${size}`, permissions: ['view-payments'] }
    for (const { id } of [shared, refused]) await ask(owner, 'PUT', `/wallet/share/invite?wallet_id=${id}`, invitation)
    const asked: string[] = []
    guest.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    await guest.reload()
    const offerOf = (name: string) =>
      guest.getByRole('region', { name: `owner-${size} wants to share the wallet “${name}” with you` })
    await offerOf('Casino').getByText('You could see it, but not spend from it.').waitFor()
    await guest.waitForLoadState('networkidle')
    // Once its socket is open, Home reads some of them again; nothing is asked for the offers alone.
    expect(new Set(asked.filter((path) => !path.endsWith('/ws'))).size).toBeLessThanOrEqual(6)
    await offerOf('Casino').getByRole('button', { name: 'Decline' }).click()
    await offerOf('Casino').waitFor({ state: 'detached' })
    await offerOf('Household').getByRole('button', { name: 'Accept' }).click()
    await offerOf('Household').waitFor({ state: 'detached' })
    await guest.goto(`${app.url}/app/wallets`)
    await rowOf(guest, 'Household').filter({ hasText: 'Shared with you' }).click()
    await guest.getByText('See its payments').waitFor()
    for (const name of ['Receive', 'Send', 'Rename', 'Make new keys', 'Delete the wallet'])
      expect([name, await guest.getByRole('main').getByRole('button', { name }).count()]).toEqual([name, 0])
    await guest.getByRole('button', { name: 'Leave this wallet' }).click()
    await guest.getByRole('dialog').getByRole('button', { name: 'Leave this wallet' }).click()
    await guest.getByText('You have left Household').waitFor()
    expect((await walletsOf(guest)).map(({ name }) => name)).toEqual(['My wallet'])
  })

  test('among many wallets one is found by its name, and hostile names are text', async () => {
    const page = await app.visitAs(`many-${size}`, '/', options)
    const names = HOSTILE_TEXTS.filter((text) => text.length <= 64)
    for (const name of names) await openWallet(page, name)
    await page.goto(`${app.url}/app/wallets`)
    await page.getByLabel('Search wallets').waitFor()
    expect(await page.locator('.row-title').allTextContents()).toEqual(['My wallet', ...names])
    await page.getByLabel('Search wallets').fill('drop table')
    expect(await page.locator('.row-title').allTextContents()).toEqual(["'; DROP TABLE payments; --"])
    await page.getByLabel('Search wallets').fill('no such name')
    await page.getByText('No wallet has this name').waitFor()
    expect(await overflowOf(page)).toBe(0)
  })

  test.each(['light', 'dark'] as const)(
    'in %s colours axe finds nothing, and no screen is too wide',
    async (colorScheme) => {
      const page = await app.visitAs(`axe-${size}-${colorScheme}`, '/', {
        ...options,
        colorScheme,
        reducedMotion: 'reduce',
      })
      const { id } = await openWallet(page, 'A second wallet with quite a long name')
      for (const path of ['/wallets', `/wallets/${id}`, '/wallets/move', '/wallets/nothing']) {
        await page.goto(`${app.url}/app${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        expect([path, await axeFindings(page), await overflowOf(page)]).toEqual([path, [], 0])
      }
      await page.goto(`${app.url}/app/wallets/${id}`)
      for (const button of ['Rename', 'Make new keys', 'Delete the wallet']) {
        await page.getByRole('button', { name: button }).click()
        await page.getByRole('dialog').waitFor()
        expect([button, await axeFindings(page)]).toEqual([button, []])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    },
  )
})

test.each([
  { what: '320 px', width: 320, text: '100%' },
  { what: 'twice the text', width: 640, text: '200%' },
])('with $what nothing is cut off', async ({ width, text }) => {
  const page = await app.visitAs(`narrow-${width}`, '/', { ...PHONE, viewport: { width, height: 740 } })
  const { id } = await openWallet(page, 'Wohnungsbaugenossenschaftskasse')
  for (const path of ['/wallets', `/wallets/${id}`, '/wallets/move']) {
    await page.goto(`${app.url}/app${path}`)
    await page.waitForLoadState('networkidle')
    await page.evaluate(`document.documentElement.style.setProperty('font-size', '${text}')`)
    expect([path, await overflowOf(page)]).toEqual([path, 0])
  }
})
