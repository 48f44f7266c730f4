import { expect, test } from 'vitest'
import { closed, isolated } from './isolated.js'

const FSI = '\u2068'
const PDI = '\u2069'
const OVERRIDE = '\u202e'

test('a text that could affect the direction of its surroundings is isolated; a plain name is unchanged', () => {
  expect(isolated('Anna', 'ltr')).toBe('Anna')
  expect(isolated('1,250', 'rtl')).toBe('1,250')
  for (const text of [`a${OVERRIDE}b`, 'سارة', 'שרה', '\u200fx', '𞤀𞤣']) {
    expect(isolated(text, 'ltr')).toBe(`${FSI}${text}${PDI}`)
    expect(isolated(text, 'rtl')).toBe(`${FSI}${text}${PDI}`)
  }
  for (const text of ['2026-001', '50 %', '#12', '+49 30 1234']) {
    expect(isolated(text, 'ltr')).toBe(text)
    expect(isolated(text, 'rtl')).toBe(`${FSI}${text}${PDI}`)
  }
  expect(isolated('Anna', 'rtl')).toBe(`${FSI}Anna${PDI}`)
})

test('a text can neither leave its isolate nor keep it open', () => {
  expect(isolated(`a${PDI}${OVERRIDE}b`, 'ltr')).toBe(`${FSI}a${OVERRIDE}b${PDI}`)
  expect(isolated(`a\u2067b`, 'ltr')).toBe(`${FSI}ab${PDI}`)
  expect(closed(`${FSI}a${PDI} b`)).toBe(`${FSI}a${PDI} b`)
  expect(closed(`${PDI}${PDI}\u2066`)).toBe('')
  expect(closed(`\u2066a\u2067b${PDI}😀`)).toBe(`a\u2067b${PDI}😀`)
})
