import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { packAndDrop } from '../../../scripts/scaffold/world/pack-and-drop.ts'
import { ask, fill, SIZES } from '../../../services/wallet/test/campaigns/web-app/money-steps.ts'
import { type AppVisits, openAppVisits } from '../../../services/wallet/test/campaigns/web-app/open-app-visits.ts'
import {
  button,
  go,
  inDialog,
  installLocal,
  isClean,
} from '../../../services/wallet/test/campaigns/web-app/page-steps.ts'

/** Beside the sources, where its imports lead somewhere. */
const folder = mkdtempSync(join(fileURLToPath(new URL('../../../', import.meta.url)), 'my-packages-'))

const CODE = `import { defineExtension } from '@satchel/extension-sdk/extension'

export const PAYER = defineExtension({
  manifest: {
    id: 'payer', name: 'Payer', version: '0.1.0', short_description: 'Pays bills.', api_version: 1,
    permissions: [{ id: 'spend', reason: 'Pays what you ask it to.', to: 'any' }],
  },
  resource: { title: { type: 'text', max: 50, doc: 'Its name.', label: 'Title' } },
  routes: {
    'POST /api/v1/:id/bills': {
      access: 'admin', summary: 'Pay a bill',
      body: { bolt11: { type: 'text', max: 2000, doc: 'The bill.' }, sat: { type: 'sat', doc: 'How much.' } },
      async handle({ item, body }, ctx) {
        const { bolt11, sat } = body as { bolt11: string; sat: number }
        await ctx.pay({ from: item.wallet, to: { bolt11 }, sat, key: bolt11, purpose: 'bill', itemId: item.id })
        return { json: { paid: true } }
      },
    },
  },
})
`

let app: AppVisits

beforeAll(async () => {
  const place = join(folder, 'payer')
  mkdirSync(place)
  writeFileSync(join(place, 'payer.ts'), CODE)
  const { env } = await packAndDrop(place)
  app = await openAppVisits(env, { builtIns: [] })
})
afterEach(() => app.leave())
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('a package with code pays nothing until its owner gives it a budget, and no more than that', async () => {
    const page = await app.visitAs(`payer-${size}`, '/', options)
    await installLocal(app, page, 'payer')
    await fill(page, 1000)
    await go(page, '/apps/payer')
    await page.getByRole('link', { name: /^New: / }).click()
    await page.getByLabel('Title').fill('Bills')
    await button(page, 'Create').click()
    await page.getByRole('tab', { name: 'Settings' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)

    await go(page, '/connections')
    await page.getByRole('button').filter({ hasText: 'may spend nothing: it has no budget' }).click()
    await page.getByRole('dialog').getByLabel('At most, fees included').fill('100')
    await isClean(page)
    await inDialog(page, 'Give it a budget').click()
    await page.getByRole('button').filter({ hasText: 'may still spend 100 sat' }).waitFor()
    await isClean(page)

    const payee = await app.world.openWallet()
    const pay = async (sat: number): Promise<unknown> => {
      const { payment_request: bolt11 } = await app.world.invoice(payee, sat)
      return ask(page, 'POST', `/payer/api/v1/${id}/bills`, { bolt11, sat })
    }
    await pay(60)
    await expect(pay(60)).rejects.toThrow('The budget of this app is used up.')
    await app.world.tick()
    expect(await app.world.balanceMsat(payee)).toBe(60_000)
    await go(page, '/')
    await go(page, '/connections')
    const grant = page.getByRole('button').filter({ hasText: 'may still spend 40 sat, has spent 60 sat' })

    await grant.click()
    await inDialog(page, 'Stop its spending').click()
    await page.getByRole('button').filter({ hasText: 'stopped' }).waitFor()
    await isClean(page)
  })
})
