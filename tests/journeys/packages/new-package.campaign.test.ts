import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRealBrowser, type RealBrowser } from '@satchel/page/world/real-browser'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFolder, serveFolder } from '../../../scripts/catalogue/world/serve-folder.ts'
import { writePackage, writePublishers } from '../../../scripts/catalogue/world/write-packages.ts'
import { writeCatalogue } from '../../../scripts/catalogue/write-catalogue.ts'
import { packAndDrop } from '../../../scripts/scaffold/world/pack-and-drop.ts'
import { writeNewExtension } from '../../../scripts/scaffold/write-new-extension.ts'
import { expectClean } from '../../../services/wallet/test/campaigns/page-visits.ts'
import { ask, SIZES } from '../../../services/wallet/test/campaigns/web-app/money-steps.ts'
import { type AppVisits, openAppVisits } from '../../../services/wallet/test/campaigns/web-app/open-app-visits.ts'
import {
  button,
  go,
  inDialog,
  installLocal,
  isClean,
  looksClean,
  picture,
  rowOf,
} from '../../../services/wallet/test/campaigns/web-app/page-steps.ts'
import { writeDirectly } from '../../../services/wallet/test/world/write-directly.ts'

const folder = mkdtempSync(join(tmpdir(), 'satchel-new-package-'))

let app: AppVisits
let browser: RealBrowser
/** A catalogue of two publishers. */
let site: ServedFolder

/** As `npm run new-extension` writes it, with words for owners, and one more field that only they see. */
beforeAll(async () => {
  const made = writeNewExtension({ id: 'shelf', withCode: false, into: folder })
  const file = join(made.folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { resource: object }
  const amount = { type: 'int', min: 0, max: 999, doc: 'How many there are.', label: 'In stock', default: 0 }
  const owner = { columns: ['title', 'in_stock'] }
  writeFileSync(file, JSON.stringify({ ...manifest, resource: { ...manifest.resource, in_stock: amount }, owner }))
  const { env } = await packAndDrop(made.folder)
  await writePublishers(join(folder, 'published'))
  await writePackage(join(folder, 'published'), 'plain', '1.0.0')
  const permissions = [{ id: 'mail', reason: 'Sends the news.' }]
  await writePackage(join(folder, 'published'), 'plain', '1.1.0', { inside: { permissions } })
  site = await serveFolder(join(folder, 'site'))
  await writeCatalogue({ folder: join(folder, 'published'), site: join(folder, 'site'), url: site.url })
  dropPermissions(join(folder, 'site/catalogue.json'), 'plain')
  const manifests = { SERVICE_EXTENSIONS_MANIFESTS: JSON.stringify([`${site.url}catalogue.json`]) }
  app = await openAppVisits({ ...env, ...manifests }, { builtIns: [] })
  browser = await openRealBrowser()
})
afterEach(() => app.leave())
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A manifest as a publisher writes it by hand. */
function dropPermissions(file: string, id: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { extensions: { id: string; permissions?: object }[] }
  for (const entry of manifest.extensions) if (entry.id === id) delete entry.permissions
  writeFileSync(file, JSON.stringify(manifest))
}

/** A super user at the page of an app that is not installed. */
async function openAsOperator(username: string, extension: string, options: object): Promise<Page> {
  const page = await app.visitAs(username, '/', options)
  const { id: userId } = await ask(page, 'GET', '/api/v1/auth')
  await writeDirectly(app.world, `UPDATE users SET role = 'super-user' WHERE id = '${userId}'`)
  const rows: { id: string; hash: string | null }[] = await ask(page, 'GET', '/admin/api/v1/extensions')
  if (rows.some(({ id, hash }) => id === extension && hash !== null))
    await ask(page, 'POST', '/admin/api/v1/extensions', { extension, remove: true })
  await page.goto(`${app.url}/app/admin/extensions/${extension}`)
  return page
}

const versionOf = async (page: Page, extension: string): Promise<string> =>
  (await ask(page, 'GET', `/api/v1/extension/${extension}/details`)).version

/** Installs it while the answer is delayed: the dialog shows progress, also to screen readers. */
async function saysProgress(page: Page, opener: Locator): Promise<void> {
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/admin/extensions/install', async (route) => {
    await isAnswered
    await route.continue()
  })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Install on this server', exact: true }).click()
  await dialog.getByRole('status').getByText('It is being fetched, checked and started.').waitFor()
  answer()
  await dialog.waitFor({ state: 'detached' })
  await page.unroute('**/api/v1/admin/extensions/install')
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('a freshly written package has its pages: create, list, change and delete, drawn from its manifest (7)', async () => {
    const page = await app.visitAs(`packager-${size}`, '/', options)
    await installLocal(app, page, 'shelf')
    await go(page, '/apps/shelf')
    await page.getByRole('link', { name: /^New: / }).click()
    await button(page, 'Create').waitFor()
    await isClean(page)
    await page.getByLabel('Title').fill('Honey <b>')
    await page.getByLabel('In stock').fill('12')
    await button(page, 'Create').click()
    await page.getByRole('tab', { name: 'Settings' }).waitFor()
    await isClean(page)
    await picture(page, `package-${size}`)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await page.getByLabel('In stock').fill('11')
    await button(page, 'Save').click()
    await page.getByRole('tab', { name: 'Settings' }).waitFor()
    await go(page, '/apps/shelf')
    await rowOf(page, 'Honey <b>').filter({ hasText: '11' }).waitFor()
    await isClean(page)
    await rowOf(page, 'Honey <b>').click()
    await page.getByRole('tab', { name: 'Settings' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect(await ask(page, 'GET', `/shelf/api/v1/${id}`)).toMatchObject({ title: 'Honey <b>', in_stock: 11 })
    await page.getByRole('tab', { name: 'Settings' }).click()
    await button(page, 'Delete').click()
    await inDialog(page, 'Delete').click()
    await page.getByText(/^Nothing here yet/).waitFor()
    await isClean(page)
  })

  test('before an upgrade an operator sees the changed permissions of an app, and its signer', async () => {
    const page = await openAsOperator(`operator-${size}`, 'diary', options)
    await button(page, 'Install on this server').click()
    await page.getByRole('dialog').getByText('By a key that no other app here has').waitFor()
    await page.getByRole('dialog').getByText('Pay from your wallets to any address').waitFor()
    await looksClean(page, `catalogue-install-${size}`)
    await page.keyboard.press('Escape')
    await saysProgress(page, button(page, 'Install on this server'))
    await ask(page, 'POST', '/admin/api/v1/extensions', { extension: 'diary', remove: true })
    await ask(page, 'POST', '/api/v1/admin/extensions/install', { ext_id: 'diary', version: '1.0.0' })
    await go(page, '/admin/extensions')
    await page.getByLabel('Find an app').fill('keeps diary')
    await rowOf(page, 'The diary').click()
    await page
      .getByRole('button', { name: /1\.1\.0/ })
      .filter({ hasText: 'Asks b, too.' })
      .waitFor()
    await looksClean(page, `catalogue-versions-${size}`)
    await page.getByRole('button', { name: /^Upgrade to/ }).click()
    const dialog = page.getByRole('dialog')
    for (const text of [
      'New: Pay from your wallets to any address',
      'More than before: Send requests to any server',
      'No longer: Send mail',
      'By the same key as the version in use',
    ]) {
      await dialog.getByText(text).waitFor()
    }
    await looksClean(page, `catalogue-upgrade-${size}`)
    await dialog.getByRole('button', { name: /^Upgrade to/ }).click()
    await page.getByRole('button', { name: /^Go back to/ }).waitFor()
    expect(await versionOf(page, 'diary')).toBe('1.10.0')
  })

  test('an upgrade with permissions that its catalogue does not list is rejected first, and can then be allowed', async () => {
    const page = await openAsOperator(`allowing-${size}`, 'plain', options)
    await page.getByText('Its catalogue does not say what it may do').waitFor()
    await ask(page, 'POST', '/api/v1/admin/extensions/install', { ext_id: 'plain', version: '1.0.0' })
    await page.reload()
    await page.getByRole('button', { name: /^Upgrade to/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Its catalogue does not say what it may do.').waitFor()
    await dialog.getByRole('button', { name: /^Upgrade to/ }).click()
    await dialog.getByText('asks for more than the version before (mail)').waitFor()
    await looksClean(page, `catalogue-unlisted-${size}`)
    expect(await versionOf(page, 'plain')).toBe('1.0.0')
    await inDialog(page, 'Allow it and go on').click()
    await page.getByRole('button', { name: /^Go back to/ }).waitFor()
    expect(await versionOf(page, 'plain')).toBe('1.1.0')
  })

  test.each(['light', 'dark'] as const)(
    'the site of a catalogue can be read and searched, in %s colours',
    async (colorScheme) => {
      const visit = await browser.visit(new URL(site.url).origin, '/index.html', {
        locale: 'en',
        ...options,
        colorScheme,
      })
      const { page } = visit
      await page.getByLabel('Search apps').fill('DIARY')
      await page.getByRole('link', { name: 'The box' }).waitFor({ state: 'hidden' })
      await looksClean(page, `catalogue-site-${size}-${colorScheme}`)
      await page.getByLabel('Search apps').fill('nothing')
      await page.getByText('No app has these words').waitFor()
      await page.getByLabel('Search apps').fill('')
      await page.getByRole('link', { name: 'The diary' }).click()
      await page.getByText('No longer: Send mail').waitFor()
      await looksClean(page, `catalogue-page-${size}-${colorScheme}`)
      expectClean(visit)
      await page.context().close()
    },
  )

  test('without JavaScript the site of a catalogue works, except for the search', async () => {
    const visit = await browser.visit(new URL(site.url).origin, '/index.html', {
      locale: 'en',
      ...options,
      javaScriptEnabled: false,
    })
    expect(await visit.page.getByLabel('Search apps').isVisible()).toBe(false)
    await visit.page.getByRole('link', { name: 'The box' }).click()
    await visit.page.getByRole('link', { name: 'Download 0.1.0' }).waitFor()
    expectClean(visit)
    await visit.page.context().close()
  })
})
