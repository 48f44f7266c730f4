import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { h } from 'preact'
import { expect, test } from 'vitest'
import { openForm, useDrawnForms } from '../../../drawn-form.ts'
import { NodeField } from '../../places/admin/node/node-field.tsx'
import { CodeField, totpOf } from './code-field.tsx'

useDrawnForms()

test.each([['١٢٣٤٥٦'], ['۱۲۳ ۴۵۶'], ['１２３４５６'], ['\u200e123456\u200f']])(
  'a code accepts digits of any script: %s',
  async (typed) => {
    const form = openForm((value: string, onValue) => h(CodeField, { label: 'Code', value, onValue }), '')
    await form.type(typed)
    expect(totpOf(form.value() ?? '')).toBe('123456')
    expect(form.one('input')['inputMode']).toBe('numeric')
  },
)

test('a recovery code keeps its letters, and accepts digits of any script', async () => {
  const draw = (value: string, onValue: (next: string) => void) =>
    h(CodeField, { label: 'Code', value, onValue, isDigits: false })
  const form = openForm(draw, '')
  await form.type('ab٤d-e٦')
  expect(form.value()).toBe('ab4d-e6')
})

test('a number setting of a node is sent in Latin digits', async () => {
  const field = { name: 'LDK_PORT', type: 'integer', secret: false, default: '', is_set: false } as never
  const form = openForm((value: string, onValue) => h(NodeField, { field, value, onValue }), '')
  await form.type('٩٧٣٥')
  expect(form.value()).toBe('9735')
})

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))

test('only the shared fields ask for codes or numbers', () => {
  const own = ['code-field.tsx', 'number-field.tsx', 'amount-field.tsx', 'node-field.tsx', 'amount-entry.tsx']
  const others = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.tsx') && !own.includes(name))
    .filter(({ name, parentPath }) =>
      /one-time-code|inputMode="(?:numeric|decimal)"|type="number"/.test(readFileSync(`${parentPath}/${name}`, 'utf8')),
    )
    .map(({ name }) => name)
  expect(others).toEqual([])
})
