import { type Decimal, decimalText, parseDecimal } from '@satchel/money/decimal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BTC, convert, fiat, SAME_FIAT, SAT, type Unit } from './convert.ts'

const decimal = (text: string): Decimal => parseDecimal(text) as Decimal

test.each([
  ['900', fiat(decimal('50000')), SAT, '1800000'],
  ['1', SAT, BTC, '0.00000001'],
  ['1.99', SAT, BTC, '0.00000001'],
  ['0.123456789', BTC, SAT, '12345678'],
  ['1', SAT, fiat(decimal('95230.25')), '0.0009523'],
  ['1', BTC, fiat(decimal('95230.25')), '95230.25'],
  ['100', fiat(decimal('95230.25')), BTC, '0.00105008'],
  ['3', fiat(decimal('3')), fiat(decimal('1')), '1'],
  ['1', fiat(decimal('3')), fiat(decimal('1')), '0.33333333'],
  ['1.5', SAT, SAT, '1'],
  ['0.1234567899', SAME_FIAT, SAME_FIAT, '0.12345678'],
  ['0', fiat(decimal('3')), SAT, '0'],
])('%s is exactly that much of the other unit, rounded down', (amount, from, to, result) => {
  expect(decimalText(convert(decimal(amount), from, to))).toBe(result)
})

/** A fraction of two big integers: the plainest thing to compare with. */
interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}
const fraction = ({ coefficient, scale }: Decimal): Fraction =>
  scale >= 0
    ? { top: coefficient, bottom: 10n ** BigInt(scale) }
    : { top: coefficient * 10n ** BigInt(-scale), bottom: 1n }
const times = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, bottom: a.bottom * b.bottom })
const over = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom, bottom: a.bottom * b.top })
const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  const rescaled = (value: Decimal): bigint => value.coefficient * 10n ** BigInt(scale - value.scale)
  return { coefficient: rescaled(a) + rescaled(b), scale }
}
const atMost = (a: Fraction, b: Fraction): boolean => a.top * b.bottom <= b.top * a.bottom

const amounts = fc.oneof(
  fc.record({ coefficient: fc.bigInt({ min: 0n, max: 10n ** 25n }), scale: fc.integer({ min: -20, max: 40 }) }),
  fc.double({ min: 0, max: 1e20, noNaN: true }).map((value) => decimal(String(value))),
)
const prices = fc.record({
  coefficient: fc.bigInt({ min: 1n, max: 10n ** 18n }),
  scale: fc.integer({ min: -3, max: 12 }),
})
const units: fc.Arbitrary<Unit> = fc.oneof(fc.constant(SAT), fc.constant(BTC), prices.map(fiat))

test('the result is the largest amount of its unit below the exact quotient of integers (D14)', () => {
  fc.assert(
    fc.property(amounts, units, units, (amount, from, to) => {
      const exact = over(times(fraction(amount), fraction(to.perBtc)), fraction(from.perBtc))
      const result = convert(amount, from, to)
      expect(result.scale).toBe(to.digits)
      expect(atMost(fraction(result), exact)).toBe(true)
      expect(atMost(fraction({ ...result, coefficient: result.coefficient + 1n }), exact)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test('converting back and forth never gains, and more never becomes less', () => {
  fc.assert(
    fc.property(amounts, amounts, units, units, (amount, more, from, to) => {
      const there = convert(amount, from, to)
      expect(atMost(fraction(convert(there, to, from)), fraction(amount))).toBe(true)
      expect(convert(plus(amount, more), from, to).coefficient >= there.coefficient).toBe(true)
    }),
  )
})
