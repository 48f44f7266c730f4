import { h } from 'preact'
import { expect, test } from 'vitest'
import { openForm, useDrawnForms } from '../../../../drawn-form.ts'
import type { Setting, SettingValue } from './setting.ts'
import { SettingInput } from './setting-input.tsx'
import { countText, valueText } from './setting-text.ts'

useDrawnForms()

const setting = (unit: Setting['unit'], maximum: number): Setting => ({
  name: 'fee_reserve_min_msat',
  group: 'fees',
  type: 'integer',
  unit,
  minimum: 0,
  maximum,
  options: null,
  description: '',
  needs_restart: false,
  value: 0,
  default: 0,
  origin: 'default',
})

const openSetting = (unit: Setting['unit'], start: SettingValue) =>
  openForm<SettingValue>(
    (value, onValue) =>
      h(SettingInput, {
        setting: setting(unit, 1_209_600),
        label: 'Limit',
        hint: undefined,
        error: undefined,
        value,
        onValue,
      }),
    start,
  )

test.each([
  ['msat', '1.5', 1_500],
  ['msat', '12', 12_000],
  ['ppm', '0.5', 5_000],
  ['ppm', '1', 10_000],
  ['ppm', '٠٫٥', 5_000],
  [null, '1,250', 1_250],
] as const)('a setting in %s parses the typed %s as %i', async (unit, typed, value) => {
  const form = openSetting(unit, '')
  await form.type(typed)
  expect(form.value()).toBe(value)
})

test('text that is not a number of the unit is kept as typed, without a value', async () => {
  const form = openSetting('msat', '')
  await form.type('1.5 %')
  expect(form.value()).toBe('?1.5 %')
})

test('a period is chosen from a list, or typed in minutes, hours or days', async () => {
  const form = openSetting('seconds', 86_400)
  expect(form.shown()).toEqual(['86400'])
  await form.choose('3600')
  expect(form.value()).toBe(3_600)
  await form.choose('other')
  await form.choose('day', 1)
  expect(form.value()).toBe(86_400)
})

test('values and bounds are shown in the same unit', () => {
  const plain = (text: string): string => text.replaceAll('\u{a0}', ' ')
  expect(plain(countText('ppm', 5_000))).toBe('0.5%')
  expect(plain(countText('seconds', 86_400))).toBe('1 day')
  expect(plain(countText('seconds', 5_400))).toBe('90 minutes')
  expect(valueText(setting('ppm', 1_000_000), 5_000)).toBe('admin.of-amount')
})

test('a limit of 0 is none, and a fee reserve of 0 is 0', () => {
  expect(valueText({ group: 'amounts', unit: 'sat', minimum: 0 }, 0)).toBe('admin.none')
  expect(valueText({ group: 'fees', unit: 'msat', minimum: 0 }, 0)).toBe('0 sat')
})
