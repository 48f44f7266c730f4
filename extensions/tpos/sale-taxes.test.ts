import { decimalOf, nearestDouble, rescale } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayTotals } from './day-totals.ts'
import type { Sale } from './fields.ts'
import { saleTaxes, storedTaxes, sumOf, taxesOf, totalOf } from './sale-taxes.ts'

const currencies = fc.constantFrom('EUR', 'JPY', 'BHD', 'CLF', 'sat')
const percents = fc.constantFrom(0, 2.5, 5, 7, 7.7, 19, 100)
const linesIn = (currency: string) =>
  fc.array(
    fc.record({
      title: fc.constantFrom('Tea', 'Cake', ''),
      quantity: fc.integer({ min: 1, max: 100 }),
      price: fc.integer({ min: 0, max: 1_000_000 }).map((units) => Number(`${units}e-${minorDigits(currency)}`)),
      tax: percents,
    }),
    { minLength: 1, maxLength: 12 },
  )
const sales = currencies.chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    lines: linesIn(currency),
    inclusive: fc.boolean(),
    tip: fc.integer({ min: 0, max: 100_000 }).map((units) => Number(`${units}e-${minorDigits(currency)}`)),
    by: fc.constantFrom('lightning', 'cash', 'card'),
  }),
)
type Sold = typeof sales extends fc.Arbitrary<infer T> ? T : never

const ratesIn = ({ currency, lines, inclusive }: Sold) => taxesOf({ inclusive, digits: minorDigits(currency) }, lines)

function saleOf(sold: Sold, number: number): Sale {
  const { currency, lines, inclusive, tip, by } = sold
  const rates = ratesIn(sold)
  const amount = nearestDouble(totalOf(rates.map(({ gross }) => gross)))
  const tax = nearestDouble(totalOf(rates.map((rate) => rate.tax)))
  return {
    ...storedTaxes(rates, { currency, tip }),
    currency,
    lines,
    tax_inclusive: inclusive,
    amount,
    tax,
    tip_amount: tip,
    sats: number,
    paid_by: by,
    receipt_number: number,
  } as unknown as Sale
}

test('net and tax of each rate add up to its gross, and the rates to the prices, to the smallest unit', () => {
  fc.assert(
    fc.property(sales, (sold) => {
      const digits = minorDigits(sold.currency)
      const rates = ratesIn(sold)
      const units = (name: 'net' | 'tax' | 'gross') => rates.map((rate) => rescale(rate[name], digits))
      const sum = (all: readonly bigint[]) => all.reduce((one, other) => one + other, 0n)
      expect(units('net').map((net, index) => net + (units('tax')[index] ?? 0n))).toEqual(units('gross'))
      const prices = rescale(totalOf(sold.lines.map(sumOf)), digits)
      expect(sum(units(sold.inclusive ? 'gross' : 'net'))).toBe(prices)
    }),
  )
})

test('the tax of a rate differs from the exact one by at most half of the smallest unit', () => {
  fc.assert(
    fc.property(sales, (sold) => {
      const digits = minorDigits(sold.currency)
      for (const { percent, net, tax, gross } of ratesIn(sold)) {
        const scaled = rescale(decimalOf(percent), 3)
        const [of, whole] = sold.inclusive ? [gross, 100_000n + scaled] : [net, 100_000n]
        const twice = 2n * (rescale(tax, digits) * whole - rescale(of, digits) * scaled)
        expect(twice <= whole && twice >= -whole).toBe(true)
      }
    }),
  )
})

test('a stored sale has the same amounts again, also without those that older versions did not store', () => {
  fc.assert(
    fc.property(sales, (sold) => {
      const sale = saleOf(sold, 1)
      const { taxes: _taxes, digits: _digits, tax_inclusive: _inclusive, ...old } = sale
      const sum = (one: Sale, name: 'net' | 'tax' | 'gross') =>
        nearestDouble(totalOf(saleTaxes({ tax_inclusive: true }, one).map((rate) => rate[name])))
      for (const one of [sale, old as Sale]) {
        expect([sum(one, 'gross'), sum(one, 'tax')]).toEqual([sale.amount, sale.tax])
      }
    }),
  )
})

test('the sums of a day are those of its sales, by rate and by kind of payment, in any order', () => {
  fc.assert(
    fc.property(fc.array(sales, { minLength: 1, maxLength: 8 }), (day) => {
      const rows = day.map((sold, index) => saleOf(sold, index + 1))
      const totals = dayTotals({ tax_inclusive: true }, rows)
      expect(dayTotals({ tax_inclusive: false }, rows.toReversed())).toEqual(totals)
      for (const { currency, digits } of totals.taxes) {
        const own = rows.filter((sale) => sale.currency === currency)
        const paid = totals.payments.filter((payment) => payment.currency === currency)
        const gross = own.reduce((sum, { amount }) => sum + rescale(decimalOf(amount), digits), 0n)
        const tips = own.reduce((sum, { tip_amount: tip }) => sum + rescale(decimalOf(tip), digits), 0n)
        const sumOfUnits = (units: readonly number[]) => units.reduce((sum, one) => sum + BigInt(one), 0n)
        expect(sumOfUnits(totals.taxes.filter((rate) => rate.currency === currency).map((rate) => rate.gross))).toBe(
          gross,
        )
        expect(sumOfUnits(paid.map((payment) => payment.gross))).toBe(gross)
        expect(sumOfUnits(paid.map(({ tip }) => tip))).toBe(tips)
      }
    }),
  )
})

test.each([
  [3.3000000000000003, 1],
  [0.1234567890123, 9_000_000],
  [1e12, 1],
  [12.333333333333334, 7],
])(
  'a sale at a price of %d, %d times, has amounts that JSON keeps, whose net and tax add up to gross',
  (price, quantity) => {
    const lines = [{ title: 'Tea', price, quantity, tax: 19 }]
    const { digits, taxes } = storedTaxes(taxesOf({ inclusive: true, digits: 2 }, lines), { currency: 'EUR', tip: 0 })
    expect(digits).toBeLessThanOrEqual(16)
    for (const { net, tax, gross } of taxes) {
      expect([net + tax, Number.isSafeInteger(gross)]).toEqual([gross, true])
      expect(gross / 10 ** digits / (price * quantity)).toBeCloseTo(1, 12)
    }
  },
)

test('a day of any number of sales of any size can be closed', () => {
  const sale = (n: number, price: number) => {
    const lines = [{ title: 'Tea', price, quantity: 1, tax: 19 }]
    const taxes = taxesOf({ inclusive: true, digits: 2 }, lines)
    const stored = storedTaxes(taxes, { currency: 'EUR', tip: 0 })
    return {
      ...stored,
      currency: 'EUR',
      lines,
      receipt_number: n,
      paid_by: 'cash',
      tip_amount: 0,
      sats: 0,
    } as unknown as Sale
  }
  const many = Array.from({ length: 150_000 }, (_, n) => sale(n + 1, n < 200 ? 1e12 : 0.1234567890123))
  const { taxes, payments, first_receipt, last_receipt } = dayTotals({ tax_inclusive: true }, many)
  expect([first_receipt, last_receipt, taxes.length, payments[0]?.sales]).toEqual([1, 150_000, 1, 150_000])
  expect([(taxes[0]?.net ?? 0) + (taxes[0]?.tax ?? 0), payments[0]?.gross]).toEqual([taxes[0]?.gross, taxes[0]?.gross])
})
