import { expect, test } from 'vitest'
import { isRefused, wrongLabels } from './wrong-fields.ts'

/** Inputs of a form, with as much of the browser as is asked for. */
const formOf = (inputs: readonly { readonly label: string; readonly badInput: boolean }[]): HTMLElement => {
  const fields = inputs.map(({ label, badInput }) => ({
    matches: () => false,
    validity: { badInput },
    labels: [{ firstChild: { textContent: label } }],
  }))
  const form = { querySelector: () => null, querySelectorAll: () => fields }
  return form as unknown as HTMLElement
}

test('a form with an incomplete date is not sent, and names the field', () => {
  const name = { label: 'Name', badInput: false }
  expect([isRefused(formOf([name])), wrongLabels(formOf([name]))]).toEqual([false, []])
  const half = formOf([name, { label: 'Expires', badInput: true }])
  expect([isRefused(half), wrongLabels(half)]).toEqual([true, ['Expires']])
})
