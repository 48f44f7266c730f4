/**
 * Round ticks from the lowest to the highest, at most `most` (3 or more): they cover zero and all amounts. The step is 1, 2
 * or 5 times a power of ten of `smallest`. Exact for amounts of any size.
 */
export function niceAxis(amounts: readonly bigint[], smallest: bigint, most: number): readonly bigint[] {
  const [low, high] = endsOf(amounts)
  for (let unit = smallest; ; unit *= 10n) {
    for (const step of [unit, 2n * unit, 5n * unit]) {
      const [below, above] = [-ceilDivide(-low, step), ceilDivide(high, step)]
      if (above - below >= BigInt(most)) continue
      // Without any amount the axis still has a height.
      const count = Number((above === below ? 1n : above - below) + 1n)
      return Array.from({ length: count }, (_, index) => (below + BigInt(index)) * step)
    }
  }
}

const endsOf = (amounts: readonly bigint[]): readonly [low: bigint, high: bigint] =>
  amounts.reduce<readonly [bigint, bigint]>(
    ([low, high], amount) => [amount < low ? amount : low, amount > high ? amount : high],
    [0n, 0n],
  )

const ceilDivide = (amount: bigint, step: bigint): bigint => (amount > 0n ? (amount + step - 1n) / step : amount / step)
