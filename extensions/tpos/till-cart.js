// What a customer buys. Amounts are BigInt in the smallest unit of the currency, so nothing is ever rounded by a float.
// The service calculates everything again: these sums are only for the display.

const PERCENT_SCALE = 1_000_000

/** So many percent of an amount, rounded half up, as the service does it. */
function percentOf(minor, percent) {
  const parts = BigInt(Math.round(percent * PERCENT_SCALE))
  const whole = 100n * BigInt(PERCENT_SCALE)
  return (2n * minor * parts + whole) / (2n * whole)
}

/** `lines`: `{ title, quantity }` of the list, or `{ price, quantity }` of the keys. */
export function createCart({ currency, digits, inclusive, tax: usual, items }) {
  const listed = new Map(items.map((item) => [item.title, item]))
  const priceOf = ({ title, price }) => BigInt(listed.get(title)?.price ?? price ?? 0)
  const sumOf = (line) => priceOf(line) * BigInt(line.quantity)

  const format = new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

  function text(minor) {
    const all = String(minor).padStart(digits + 1, '0')
    const exact = `${all.slice(0, all.length - digits)}${digits === 0 ? '' : `.${all.slice(-digits)}`}`
    return `${format.format(exact)} ${currency}`
  }

  /** As JSON: the number that is printed as exactly this amount. */
  const amount = (minor) => Number(`${minor}e-${digits}`)

  /** Without the tip; where prices are without tax, with it. */
  function goodsOf(lines) {
    const sums = new Map()
    for (const line of lines) {
      const percent = listed.get(line.title)?.tax ?? usual
      sums.set(percent, (sums.get(percent) ?? 0n) + sumOf(line))
    }
    const sum = [...sums.values()].reduce((all, one) => all + one, 0n)
    const tax = inclusive ? 0n : [...sums].reduce((all, [percent, one]) => all + percentOf(one, percent), 0n)
    return { sum, tax, goods: sum + tax }
  }

  return {
    text,
    sumOf,
    isListed: (title) => listed.has(title),
    totals(lines, tipPercent) {
      const { sum, tax, goods } = goodsOf(lines)
      const tip = percentOf(goods, tipPercent)
      return { sum, tax, tip, total: goods + tip }
    },
    /** What the service is asked for. */
    order(lines, tip) {
      return {
        ...(tip > 0n && { tip_amount: amount(tip) }),
        lines: lines.map((line) =>
          line.title === undefined
            ? { price: amount(priceOf(line)), quantity: line.quantity }
            : { title: line.title, quantity: line.quantity },
        ),
      }
    },
  }
}
