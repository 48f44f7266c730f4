import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { packAndDrop } from '../../../../scripts/scaffold/world/pack-and-drop.ts'
import { writeNewExtension } from '../../../../scripts/scaffold/write-new-extension.ts'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, go, inDialog, installLocal, isClean, picture, rowOf } from './page-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'satchel-new-package-'))

let app: AppVisits

/** As `npm run new-extension` writes it, with words for owners, and one more field that only they see. */
beforeAll(async () => {
  const made = writeNewExtension({ id: 'shelf', withCode: false, into: folder })
  const file = join(made.folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { resource: object }
  const amount = { type: 'int', min: 0, max: 999, doc: 'How many there are.', label: 'In stock', default: 0 }
  const owner = { columns: ['title', 'in_stock'] }
  writeFileSync(file, JSON.stringify({ ...manifest, resource: { ...manifest.resource, in_stock: amount }, owner }))
  const { env } = await packAndDrop(made.folder)
  app = await openAppVisits(env, { builtIns: [] })
})
afterEach(() => app.leave())
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

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
    await button(page, 'Delete').waitFor()
    await isClean(page)
    await picture(page, `package-${size}`)
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await page.getByLabel('In stock').fill('11')
    await button(page, 'Save').click()
    await button(page, 'Delete').waitFor()
    await go(page, '/apps/shelf')
    await rowOf(page, 'Honey <b>').filter({ hasText: '11' }).waitFor()
    await isClean(page)
    await rowOf(page, 'Honey <b>').click()
    await button(page, 'Delete').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect(await ask(page, 'GET', `/shelf/api/v1/${id}`)).toMatchObject({ title: 'Honey <b>', in_stock: 11 })
    await button(page, 'Delete').click()
    await inDialog(page, 'Delete').click()
    await page.getByText(/^Nothing here yet/).waitFor()
    await isClean(page)
  })
})
