import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
const filesWith = (pattern: RegExp): readonly string[] =>
  sources.filter((name) => pattern.test(readFileSync(`${ROOT}${name}`, 'utf8'))).toSorted()

test('every form uses `Form`, which shows errors in one way', () => {
  expect(filesWith(/<form\b/)).toEqual(
    [
      // Filters send nothing.
      'account/notifications.tsx',
      'activity/filter-dialog.tsx',
      'admin/audit/audit-filter.tsx',
      // Money leaves once, before anything is drawn again; its steps show what is wrong as it is typed.
      'send/amount-step.tsx',
      'send/confirm.tsx',
      'send/entry.tsx',
    ]
      .map((name) => `places/${name}`)
      .toSpliced(0, 0, 'parts/form/form.tsx'),
  )
})

test('no field has a maxlength, which would cut pasted text', () => {
  // Of a search, the first 200 characters find as much.
  expect(filesWith(/\bmaxLength\b/i)).toEqual(['places/activity/filter-line.tsx'])
})

test('the unit of satoshis comes from the catalogue', () => {
  expect(filesWith(/\bnameOfUnit\b|\} sat`|>\s*sat\s*</)).toEqual([])
})
