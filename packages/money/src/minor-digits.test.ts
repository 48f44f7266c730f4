import { describe, expect, test } from 'vitest'
import { ISO_4217 } from './iso-4217.ts'
import { hasMinorDigits, minorDigits } from './minor-digits.ts'

/** List one of ISO 4217, every code that has other digits than two. */
const OTHERS = {
  0: [
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
}

describe('the digits of ISO 4217', () => {
  test('every code of the list has its digits, whatever the Intl of this Node says', () => {
    const expected = new Map(
      Object.entries(OTHERS).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)])),
    )
    // It ended in 2016.
    expected.set('BYR', 0)
    for (const code of Object.keys(ISO_4217)) expect([code, minorDigits(code)]).toEqual([code, expected.get(code) ?? 2])
  })

  test.each([
    ['sat', 0],
    ['jpy', 0],
    ['HUF', 2],
    ['a text of a package', 2],
  ])('the minor digits of %s are %i', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits)
  })

  test.each([
    [12.5, 'EUR', true],
    [0.1 + 0.2, 'EUR', false],
    [1.005, 'EUR', false],
    [1.005, 'KWD', true],
    [21, 'sat', true],
    [21.5, 'sat', false],
    [1e21, 'sat', true],
  ])('%d %s has no more digits than its currency: %s', (amount, currency, expected) => {
    expect(hasMinorDigits(amount, currency)).toBe(expected)
  })
})

describe('the list', () => {
  test('the list of currencies has 178 codes in force, and the end dates of the others', () => {
    const rows = Object.entries(ISO_4217)
    expect(rows.filter(([, { until }]) => until === undefined)).toHaveLength(178)
    for (const [code, { name, since, until }] of rows) {
      expect(code).toMatch(/^[A-Z]{3}$/)
      expect(name).toMatch(/^\S.*\S$/)
      for (const date of [since, until]) expect(date ?? '2026-01').toMatch(/^(2009|20[12]\d)-\d\d(-\d\d)?$/)
    }
  })

  test('the list has every code that Intl knows', () => {
    const known = Intl.supportedValuesOf('currency').filter((code) => ISO_4217[code] === undefined)
    expect(known).toEqual([])
  })

  test.each([
    ['VED', undefined],
    ['XAD', undefined],
    ['ZWG', undefined],
    ['XCG', undefined],
    ['SLE', undefined],
    ['BGN', '2025-12-31'],
    ['HRK', '2022-12-31'],
    ['ZWL', '2024-08-31'],
  ])('%s ended: %s', (code, until) => {
    expect(ISO_4217[code]).toBeDefined()
    expect(ISO_4217[code]?.until).toBe(until)
  })
})
