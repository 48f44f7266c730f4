import { describeOwner } from '@satchel/extension-sdk/owner/describe-owner'
import type { DescribedAction, OwnerDescription } from '@satchel/extension-sdk/owner/owner-description'
import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BUILT_INS } from '../../../src/extensions/built-ins.ts'
import { CASES, type ExtensionCase } from './extension-cases.ts'
import { answerOf, fillIn } from './extension-steps.ts'
import { type AppVisits, DESK, openAppVisits, overflowOf, PHONE } from './open-app-visits.ts'
import { ask } from './record-steps.ts'

const DESCRIPTIONS = BUILT_INS.map((extension) => describeOwner(extension, 'en'))

let app: AppVisits
/** A retried test needs a new name. */
let people = 0
beforeAll(async () => {
  app = await openAppVisits(
    { SERVICE_FIXED_RATES: '{"EUR":50000}', SERVICE_RATE_LIMIT_NO: '0' },
    { builtIns: BUILT_INS },
  )
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const actionsOf = ({ actions, lists }: OwnerDescription): readonly DescribedAction[] => [
  ...actions,
  ...lists.flatMap((list) => list.actions),
]

test('every action of every extension is run below, or has a reason', () => {
  for (const description of DESCRIPTIONS) {
    const { actions = {}, not = {} } = CASES[description.id] as ExtensionCase
    const known = [...Object.keys(actions), ...Object.keys(not)].sort()
    expect([
      description.id,
      actionsOf(description)
        .map(({ id }) => id)
        .sort(),
    ]).toEqual([description.id, known])
  }
})

/** Opens an extension by its name, and switches it on; who has none of its items is led to the form. */
async function switchOn(page: Page, { name }: OwnerDescription): Promise<void> {
  await page.goto(`${app.url}/app/apps`)
  await page.getByRole('link', { name: new RegExp(`^${escaped(name)}`) }).click()
  await page.getByRole('heading', { name: 'What it may do' }).waitFor()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Create' }).waitFor()
}

const escaped = (text: string): string => text.replaceAll(/[()*+.?]/g, String.raw`\$&`)

async function create(page: Page, description: OwnerDescription, typed: ExtensionCase['create']): Promise<string> {
  await page.getByRole('heading', { name: `New: ${description.noun.one}` }).waitFor()
  await fillIn(page.getByRole('main'), description.fields, typed)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function change(page: Page, description: OwnerDescription, typed: ExtensionCase['change']): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await fillIn(page.getByRole('main'), description.fields, typed)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
}

/** The page of the item, as a visitor sees it. */
async function openPage(page: Page): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the page', exact: true }).click()
  const popup = await opening
  await popup.getByRole('heading', { level: 1 }).waitFor()
  await popup.close()
}

async function run(
  page: Page,
  description: OwnerDescription,
  id: string,
  typed: ExtensionCase['create'],
): Promise<string> {
  const list = description.lists.find(({ actions }) => actions.some((action) => action.id === id))
  const action = actionsOf(description).find((each) => each.id === id)
  if (action === undefined) throw new Error(`there is no action ${id}`)
  const section = list === undefined ? page.getByRole('main') : page.getByRole('region', { name: list.label })
  if (action.of === 'row') {
    await section.getByRole('listitem').first().getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: action.label }).click()
    await page.getByRole('dialog').locator('form').waitFor()
  } else {
    await section.getByRole('button', { name: action.label, exact: true }).click()
  }
  const dialog = page.getByRole('dialog').last()
  await fillIn(dialog, action.fields, typed)
  await dialog.getByRole('button', { name: action.label, exact: true }).click()
  return answerOf(page)
}

test.each(DESCRIPTIONS.map((description) => ({ description, name: description.id })))(
  '$name is switched on, and an item created, listed, changed, used and deleted, in the app alone',
  async ({ description }) => {
    const { id: extId } = description
    const { create: typed, change: changed, visit, actions = {} } = CASES[extId] as ExtensionCase
    people += 1
    const page = await app.visitAs(`owner-${extId}-${people}`, '/')
    await ask(page, 'POST', '/wallet/play-balance', { amount: 10_000 })
    await ask(page, 'POST', '/wallet', { name: 'Savings' })
    await switchOn(page, description)
    const id = await create(page, description, typed)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('list', { name: description.noun.many }).getByRole('link').click()
    await change(page, description, changed)
    const [[field, value]] = Object.entries(changed) as [[string, string]]
    const stored = (await page.evaluate(
      `fetch('/${extId}/api/v1/${id}', { headers: { 'X-Satchel': 'app' } }).then((answer) => answer.json())`,
    )) as Record<string, unknown>
    expect([extId, String(stored[field])]).toEqual([extId, value])
    if (description.links.some((link) => link.id === 'page')) await openPage(page)
    if (visit !== undefined) {
      await visit(app.world, id)
      // Waits until the extension has handled the payment.
      await app.world.tick()
      await page.reload()
    }
    for (const [action, fields] of Object.entries(actions)) {
      const list = description.lists.find((each) => each.actions.some((one) => one.id === action))
      if (list?.of === 'extension') await page.goto(`${app.url}/app/apps/${extId}`)
      expect([extId, action, await run(page, description, action, fields)]).toEqual([extId, action, 'done'])
      if (list?.of === 'extension') await page.goto(`${app.url}/app/apps/${extId}/${id}`)
    }
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`Deleted: ${description.noun.one}`).waitFor()
    await page.getByText(`Nothing here yet: ${description.noun.many}`).waitFor()
  },
)

describe.each([
  { size: 'phone', options: PHONE, scheme: 'dark' },
  { size: 'desk', options: DESK, scheme: 'light' },
] as const)('on a $size', ({ size, options, scheme }) => {
  test('axe finds nothing on the catalogue, the permissions, a list, a form with errors, and an item', async () => {
    people += 1
    const page = await app.visitAs(`axe-${size}-${people}`, '/apps', {
      ...options,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    })
    const settled = async (what: string): Promise<void> => {
      await page.waitForLoadState('networkidle')
      expect([what, await axeFindings(page), await overflowOf(page)]).toEqual([what, [], 0])
    }
    await page.getByRole('heading', { name: 'Sell' }).waitFor()
    await settled('catalogue')
    const till = DESCRIPTIONS.find(({ id }) => id === 'tpos') as OwnerDescription
    await page.getByRole('link', { name: /^Point of sale/ }).click()
    await page.getByRole('heading', { name: 'What it may do' }).waitFor()
    await settled('permissions')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await page.locator('.note.bad').first().waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('Till')
    const tips = page.getByRole('textbox', { name: /^Tips/ })
    await tips.fill('7,5')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Only a whole number fits here.').waitFor()
    await page.locator('details.more-fields summary').click()
    await settled('form with errors')
    await tips.fill('1 000')
    await page.getByText(/Understood as .?1,000/).waitFor()
    await tips.fill('')
    await fillIn(page.getByRole('main'), till.fields, CASES['tpos']?.create ?? {})
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await settled('item')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await settled('settings')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('list', { name: 'Tills' }).waitFor()
    await settled('list')
  })
})
