// What a customer buys. Amounts are BigInt in the smallest unit that occurs, so nothing is ever rounded by a float.
// The service calculates everything again: these sums are only for the display.

const PERCENT_SCALE = 1_000_000

/** So many percent of units, rounded half up to whole steps. */
function percentOf(units, percent, step) {
  const parts = BigInt(Math.round(percent * PERCENT_SCALE))
  const whole = 100n * BigInt(PERCENT_SCALE) * step
  return ((2n * units * parts + whole) / (2n * whole)) * step
}

/** Where words run from the right, an amount stays as it is elsewhere on the page. */
const isolated = (text) => (document.documentElement.dir === 'rtl' ? `\u2068${text}\u2069` : text)

/** `lines`: `{ title, quantity }` of the list, or `{ price, quantity }` of the keys. */
export function createCart({ currency, digits, inclusive, tax: usual, items, most }) {
  const listed = new Map(items.map((item) => [item.title, item]))
  // A price of the list may have more digits than its currency has now; what is typed has those of the currency.
  const scale = Math.max(digits, ...items.map(({ price }) => price.split('.')[1]?.length ?? 0))
  const step = 10n ** BigInt(scale - digits)
  const typed = (price) => BigInt(price) * step
  function unitsOf(price) {
    const [whole, fraction = ''] = price.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0'))
  }
  const priceOf = ({ title, price }) => (title === undefined ? typed(price) : unitsOf(listed.get(title).price))
  const sumOf = (line) => priceOf(line) * BigInt(line.quantity)

  /** To the digits of the currency, as the service rounds it. */
  const shareOf = (units, percent) => percentOf(units, percent, step)
  /** The text of an amount, given as a number or as its digits. */
  const money = (exact) => isolated(globalThis.satchel.money(exact, currency, digits))

  function text(units) {
    const all = String(units).padStart(scale + 1, '0')
    return money(`${all.slice(0, all.length - scale)}${scale === 0 ? '' : `.${all.slice(-scale)}`}`)
  }

  /** As JSON: the number that is printed as exactly this amount. */
  const amount = (units) => Number(`${units}e-${scale}`)

  /** Without the tip; where prices are without tax, with it. */
  function goodsOf(lines) {
    const sums = new Map()
    for (const line of lines) {
      const percent = listed.get(line.title)?.tax ?? usual
      sums.set(percent, (sums.get(percent) ?? 0n) + sumOf(line))
    }
    const sum = [...sums.values()].reduce((all, one) => all + one, 0n)
    const tax = inclusive ? 0n : [...sums].reduce((all, [percent, one]) => all + shareOf(one, percent), 0n)
    return { sum, tax, goods: sum + tax }
  }

  return {
    money,
    /** More than the service takes at once, as the rate was when the till was opened. */
    isTooMuch: (units) => most !== undefined && units > unitsOf(most),
    text,
    typed,
    priceOf,
    sumOf,
    isListed: (title) => listed.has(title),
    totals(lines, tipPercent) {
      const { sum, tax, goods } = goodsOf(lines)
      const tip = shareOf(goods, tipPercent)
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
