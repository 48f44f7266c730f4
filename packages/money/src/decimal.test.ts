import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  type Decimal,
  decimalOf,
  decimalText,
  divideFloor,
  mean,
  nearestDouble,
  parseDecimal,
  subtract,
  times,
} from './decimal.ts'

const decimals = fc.record({
  coefficient: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: -40, max: 40 }),
})

/** A decimal as a fraction of two big integers: the plainest thing to compare with. */
function fraction(value: Decimal): { top: bigint; bottom: bigint } {
  return value.scale >= 0
    ? { top: value.coefficient, bottom: 10n ** BigInt(value.scale) }
    : { top: value.coefficient * 10n ** BigInt(-value.scale), bottom: 1n }
}

test('a written number is read digit by digit, not through a double', () => {
  expect(parseDecimal('9007199254740993')).toEqual({ coefficient: 9007199254740993n, scale: 0 })
  expect(parseDecimal('-0.10')).toEqual({ coefficient: -10n, scale: 2 })
  expect(parseDecimal('.5')).toEqual({ coefficient: 5n, scale: 1 })
  expect(parseDecimal('5.')).toEqual({ coefficient: 5n, scale: 0 })
  expect(parseDecimal('+1E3')).toEqual({ coefficient: 1n, scale: -3 })
})

test.each(['', '.', '+', 'e5', '1e', 'abc', '0x10', '1_0', ' 1', '1 ', 'NaN', 'Infinity', '1e400', '١', '--1'])(
  'text that is not a finite decimal is rejected: %j',
  (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  },
)

test('an exponent cannot produce a number of a million digits', () => {
  expect(parseDecimal('1e-999999999')).toEqual({ coefficient: 0n, scale: 0 })
  expect(parseDecimal('0e999999999')).toEqual({ coefficient: 0n, scale: 0 })
  expect(parseDecimal('1e999999999')).toBeUndefined()
})

test('every double goes to a decimal and back unchanged', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(nearestDouble(decimalOf(value))).toBe(value === 0 ? 0 : value)
    }),
  )
})

test.each([
  ['0', '0'],
  ['-0.10', '-0.1'],
  ['5.', '5'],
  ['100', '100'],
  ['1e3', '1000'],
  ['12.3400e1', '123.4'],
  ['1e-8', '0.00000001'],
  ['-0.00', '0'],
])('%s is written out as %s', (read, written) => {
  expect(decimalText(parseDecimal(read) as Decimal)).toBe(written)
})

test('a written decimal is read back as the same number, and never has an exponent', () => {
  fc.assert(
    fc.property(decimals, (value) => {
      const text = decimalText(value)
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
      const [before, after] = [fraction(value), fraction(parseDecimal(text) as Decimal)]
      expect(before.top * after.bottom).toBe(after.top * before.bottom)
    }),
  )
})

test('a value without a decimal form throws', () => {
  expect(() => decimalOf(Number.NaN)).toThrow(RangeError)
})

test('the mean is exact: twice the mean is the sum', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [left, right, middle] = [fraction(a), fraction(b), fraction(mean(a, b))]
      expect(2n * middle.top * left.bottom * right.bottom).toBe(
        (left.top * right.bottom + right.top * left.bottom) * middle.bottom,
      )
    }),
  )
})

test('division floors towards minus infinity: quotient ≤ a ÷ b < quotient + 1', () => {
  const divisors = decimals.filter((value) => value.coefficient > 0n)
  fc.assert(
    fc.property(decimals, divisors, (a, b) => {
      const quotient = divideFloor(a, b)
      const [top, bottom] = [fraction(a), fraction(b)]
      const scaled = top.top * bottom.bottom
      const unit = bottom.top * top.bottom
      expect(quotient * unit <= scaled && scaled < (quotient + 1n) * unit).toBe(true)
    }),
  )
})

test('sums, differences and multiples are exact', () => {
  fc.assert(
    fc.property(decimals, decimals, fc.integer(), (a, b, factor) => {
      const [left, right] = [fraction(a), fraction(b)]
      const bottom = left.bottom * right.bottom
      const sum = fraction(add(a, b))
      expect(sum.top * bottom).toBe((left.top * right.bottom + right.top * left.bottom) * sum.bottom)
      expect(decimalText(add(subtract(a, b), b))).toBe(decimalText(a))
      const multiple = fraction(times(a, factor))
      expect(multiple.top * left.bottom).toBe(left.top * BigInt(factor) * multiple.bottom)
    }),
  )
})
