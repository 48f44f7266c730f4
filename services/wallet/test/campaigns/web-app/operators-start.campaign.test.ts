import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeDirectly } from '../../world/write-directly.ts'
import { SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { looksClean } from './page-steps.ts'

const ROOT = { username: 'root', password: PASSWORD }
const LANGUAGES = [
  ['de', 'Geld', 'Sicher: Die Node hat, was geschuldet wird'],
  ['es', 'Dinero', 'A salvo: el nodo tiene lo que se debe'],
  ['ar', 'النقود', 'في أمان: لدى العقدة ما هو مستحق للمستخدمين'],
] as const

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const says = (page: Page, tile: string, text: string): Promise<void> =>
  region(page, tile).getByText(text, { exact: true }).waitFor()
const nextSteps = (page: Page) => page.getByRole('list', { name: 'Next steps', exact: true }).getByRole('listitem')

describe.each(SIZES)('the start page of administration on a $size', ({ size, options }) => {
  let app: AppVisits
  beforeAll(async () => {
    app = await openAppVisits({ SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password })
    // As at every start.
    await app.world.service.checkBooks()
  })
  afterEach(() => app.leave())
  afterAll(() => app?.close())

  const isClean = (page: Page, name: string): Promise<void> => looksClean(page, `start-${name}-${size}`)
  const openStart = async (locale = 'en'): Promise<Page> => {
    const page = await app.visit('/log-in', { ...options, locale })
    await page.locator('input[autocomplete^="username"]').fill(ROOT.username)
    await page.locator('input[type="password"]').fill(ROOT.password)
    await page.locator('form button.primary').click()
    await page.locator('a[href="/app/receive"]').first().waitFor()
    await page.goto(`${app.url}/app/admin`)
    return page
  }

  test('says whether money is safe, the node is well and a backup was made, and what is left of the set-up', async () => {
    const page = await openStart()
    await says(page, 'Money', 'Safe: the node has what is owed')
    await says(page, 'Node', 'The node is well')
    await says(page, 'Backup', 'There is no backup')
    await region(page, 'Alarms').getByText('No open alarms', { exact: true }).waitFor()
    expect(await nextSteps(page).allTextContents()).toEqual([
      expect.stringContaining('Visitors read “Satchel”'),
      expect.stringContaining('PRICE_AGGREGATOR_URL'),
      expect.stringContaining('Everybody, at present'),
      expect.stringContaining('which only this machine can open'),
      expect.stringContaining('The node is simulated'),
      expect.stringContaining('SERVICE_BACKUP_SCHEDULE'),
    ])
    await isClean(page, 'new')
  })

  test('a step goes when it is done, and one that is right as it is goes when it is saved', async () => {
    const page = await openStart()
    await nextSteps(page).getByRole('link', { name: 'Decide who may open an account' }).click()
    await page.getByRole('button', { name: 'Everybody may open an account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${app.url}/app/admin`)
    await nextSteps(page).first().waitFor()
    expect(await nextSteps(page).count()).toBe(5)
  })

  test('a node that is down leaves the other answers, and alarms lead to their place', async () => {
    const at = app.world.nowSeconds()
    const alarms = ['1', '2', '3', '4'].map((reference) => `('backup-failed', '${reference}', 'full', ${at})`)
    await writeDirectly(
      app.world,
      `INSERT INTO alarms (kind, reference, detail, at) VALUES ${alarms.join(', ')} ON CONFLICT DO NOTHING`,
    )
    await app.world.node.sendControl('POST /down', { mode: 'refuse' })
    const page = await openStart()
    await says(page, 'Node', 'The node does not answer')
    await says(page, 'Money', 'Not known: the node does not say what it has')
    await says(page, 'Backup', 'There is no backup')
    await region(page, 'Last 30 days').getByText('Failed to send', { exact: true }).waitFor()
    await region(page, 'Alarms').getByText('All 4 open alarms', { exact: true }).waitFor()
    await isClean(page, 'node-down')
    await app.world.node.sendControl('POST /up')
    await app.world.tick()
  })

  test.each(LANGUAGES)('speaks %s', async (language, tile, text) => {
    const page = await openStart(language)
    await says(page, tile, text)
    await isClean(page, language)
  })

  test('an administrator who is no super user reads who sees it', async () => {
    const page = await app.visitAs('helper', '/', options)
    await writeDirectly(app.world, `UPDATE users SET role = 'admin' WHERE username = 'helper'`)
    await page.goto(`${app.url}/app/admin`)
    await page.getByText('Super users see here whether money, node and backup are well.', { exact: true }).waitFor()
    expect(await page.getByRole('region').count()).toBe(0)
    await isClean(page, 'administrator')
  })
})
