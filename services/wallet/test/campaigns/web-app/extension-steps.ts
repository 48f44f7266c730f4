import type { DescribedField } from '@satchel/extension-sdk/owner/owner-description'
import type { Locator, Page } from 'playwright-core'
import { controlOf } from '../../../../../apps/web/src/places/extension/inputs/control-of.ts'
import { splitFields } from '../../../../../apps/web/src/places/extension/more-fields.ts'
import type { Typed, TypedFields } from './extension-cases.ts'

/** Fills in fields by their labels, as a person does. */
export async function fillIn(within: Locator, fields: readonly DescribedField[], typed: TypedFields): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    const field = fields.find((each) => each.name === name)
    if (field === undefined) throw new Error(`there is no field ${name}`)
    if (splitFields(fields).more.includes(field)) await openMore(within)
    await fillField(within, field, value)
  }
}

/** Opens what the form shows only on request; not yet that of rows below. */
async function openMore(within: Locator): Promise<void> {
  const more = within
    .locator('details.more-fields:not(.field-row *)')
    .or(within.locator('> details.more-fields'))
    .first()
  // A column of the list is shown anyway.
  if ((await more.count()) > 0 && (await more.getAttribute('open')) === null) await more.locator('> summary').click()
}

async function fillField(within: Locator, field: DescribedField, value: Typed): Promise<void> {
  if (typeof value === 'boolean') {
    await within.getByRole('switch', { name: field.label }).setChecked(value)
    return
  }
  if (typeof value === 'string') {
    await fillText(within, field, value)
    return
  }
  const group = within
    .locator('fieldset.field-group')
    .filter({ has: within.page().locator(`legend:text-is("${field.label}")`) })
    .first()
  // The form of a dialog is loaded when it is opened.
  await group.waitFor()
  let index = 0
  for (const one of value) {
    if (typeof one === 'string') {
      const option = field.of?.[0]?.options?.find((each) => each.value === one)
      await group.getByRole('checkbox', { name: option?.label ?? one, exact: true }).check()
      continue
    }
    const rows = group.locator('fieldset.field-row')
    if ((await rows.count()) <= index) await group.getByRole('button', { name: /^Add/ }).click()
    await fillIn(rows.nth(index), field.of ?? [], one)
    index += 1
  }
}

async function fillText(within: Locator, field: DescribedField, value: string): Promise<void> {
  const control = locatorOf(within, field)
  if (value.startsWith('wallet:')) await control.selectOption({ label: value.slice(7) })
  else if (isChosen(field)) await control.selectOption({ value })
  else await control.fill(value)
}

/** One of a few: an option, a currency, or a usual time. */
const isChosen = (field: DescribedField): boolean =>
  ['choice', 'currency', 'period', 'schedule', 'timezone', 'watchonly', 'weekday'].includes(controlOf(field))

/** Labels of amounts name their currency, and those of what may be left out say so. */
const locatorOf = (within: Locator, { label }: DescribedField): Locator =>
  within
    .getByLabel(
      new RegExp(
        `^${label.replaceAll(/[()*+.?]/g, String.raw`\$&`)}(?: \\((?:optional|(?:sat|EUR|seconds|%)(?:, optional)?)\\))?$`,
      ),
    )
    .first()

/** The result of a dialog: closed, the answer of the action, or a problem. */
export async function answerOf(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const done = dialog.getByRole('button', { name: 'Done' })
  const problem = dialog.getByRole('alert')
  await page.locator(ANSWERED).first().waitFor({ state: 'attached' })
  // The error at the field has more details than the summary at the button.
  const bad = dialog.locator('.note.bad')
  if ((await bad.count()) > 0) return (await bad.first().textContent()) ?? 'problem'
  if ((await problem.count()) > 0) return (await problem.textContent()) ?? 'problem'
  if ((await done.count()) > 0) await done.click()
  await dialog.waitFor({ state: 'detached' })
  return 'done'
}

/** Waits until the form shows an error, or has been sent and is closed. */
const ANSWERED = 'dialog[open] [role=alert], dialog[open] .note.bad, body:not(:has(dialog[open] form))'
