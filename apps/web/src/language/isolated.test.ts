import { expect, test } from 'vitest'
import { beginsIsolated, isolatedIn } from './isolated.tsx'

const [LRI, RLI, FSI, PDI] = ['\u2066', '\u2067', '\u2068', '\u2069']

test('a text made of isolated parts gets the direction of the language', () => {
  const pair = `${FSI}الحالة${PDI}: ${FSI}فشل${PDI}`
  expect(isolatedIn(pair, 'rtl')).toBe(`${RLI}${pair}${PDI}`)
  expect(isolatedIn(pair, 'ltr')).toBe(`${LRI}${pair}${PDI}`)
})

test('a text with letters outside its isolates keeps its own direction, and a plain text is unchanged', () => {
  expect(isolatedIn(`من ${FSI}Anna${PDI}`, 'rtl')).toBe(`${FSI}من ${FSI}Anna${PDI}${PDI}`)
  expect(isolatedIn('+120', 'rtl')).toBe(`${FSI}+120${PDI}`)
  expect(isolatedIn('Anna', 'ltr')).toBe('Anna')
})

test('a list of isolated texts has the direction of the page, and each item its own', () => {
  expect([`${FSI}Espresso${PDI} و${FSI}Cheesecake${PDI}`, 'Espresso', '≈ 1.50 €'].map(beginsIsolated)).toEqual([
    true,
    false,
    false,
  ])
})
