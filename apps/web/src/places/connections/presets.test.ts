import { expect, test } from 'vitest'
import { entriesOf, maySpend, presetOf, presetsOf } from './presets.ts'

test('entries in any order are recognised as their preset only if complete', () => {
  for (const preset of ['receive', 'pay', 'history'] as const) {
    expect(presetOf(entriesOf(preset).toReversed())).toBe(preset)
    expect(presetOf(entriesOf(preset).slice(1))).toBe('all')
    expect(presetOf([...entriesOf(preset), 'PUT /api/v1/wallet'])).toBe('all')
  }
})

test('only the preset `pay` can spend', () => {
  expect((['receive', 'pay', 'history'] as const).filter((preset) => maySpend(entriesOf(preset)))).toEqual(['pay'])
})

test('entries of several presets are recognised only if they match exactly', () => {
  const both = [...new Set([...entriesOf('pay'), ...entriesOf('history')])]
  expect(presetsOf(both.toReversed())).toEqual(['pay', 'history'])
  expect(presetsOf(both.slice(1))).toEqual([])
  expect(presetsOf([...both, 'PUT /api/v1/wallet'])).toEqual([])
  expect(presetsOf([])).toEqual([])
})
