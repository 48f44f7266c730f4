import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axeFindings } from '@satchel/page/world/axe-findings'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AppVisits, DESK, openAppVisits, overflowOf, PASSWORD, PHONE } from './open-app-visits.ts'

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
])('the first set-up on a $size', ({ options }) => {
  let app: AppVisits
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-set-up-'))
    app = await openAppVisits({ SERVICE_DATA_FOLDER: folder })
  })
  afterEach(() => app.leave())
  afterAll(async () => {
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const token = (): string => readFileSync(join(folder, 'first-install-token'), 'utf8').trim()

  test('without the set-up link the page says where to find it; a wrong link is reported', async () => {
    const page = await app.visit('/', options)
    await page.getByRole('link', { name: 'Set up this service' }).click()
    await page.getByText('In the terminal in which you started Satchel').waitFor()
    await page.getByText('first-install-token').waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    await page.getByLabel('Paste the link').fill(`${app.url}/app/set-up#token=${'0'.repeat(64)}`)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByLabel('Username').fill('boss')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('This link does not fit').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('the set-up link creates the super user, shows the settings of the service, and asks who may register', async () => {
    const page = await app.visit(`/set-up#token=${token()}`, options)
    await page.getByText('You will be the super user').waitFor()
    expect(page.url()).toBe(`${app.url}/app/set-up`)
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    await page.getByLabel('Username').fill('boss')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Play money', { exact: true }).waitFor()
    await page.getByText('Simulated', { exact: true }).waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    const open = page.getByRole('switch', { name: 'Everybody who can open this page' })
    expect(await open.isChecked()).toBe(true)
    await open.uncheck()
    await page.getByText('People cannot open an account by themselves').waitFor()
    await expect.poll(async () => (await app.world.call('GET', '/api/v1/status')).body.registration_open).toBe(false)
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText('Last payments').waitFor()
    const history = await page.evaluate('navigation.entries().map(({ url }) => url).join()')
    expect(history).not.toContain('token')
  })

  test('after the set-up the link is invalid, and visitors cannot register', async () => {
    app.world.advance(60)
    const page = await app.visit('/set-up#token=anything', options)
    await page.getByText('This service is set up already').waitFor()
    await page.goto(`${app.url}/app/`)
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    await page.getByRole('link', { name: 'Create account' }).waitFor({ state: 'detached' })
    expect(await page.getByText('Is this your service?').count()).toBe(0)
  })
})
