import { decimalText, digitsOf, type Msat, type Rate, satToMsat, toFiat } from './money.ts'
import { toMsat } from './typed-amount.ts'

export interface Bounds {
  readonly min?: Msat | undefined
  readonly max?: Msat | undefined
}

/** The minimum if none is given. */
export const MIN_AMOUNT: Msat = satToMsat(1)

/** Whether the amount is `below` or `above` the bounds; undefined: within. */
export function boundProblem(
  amount: Msat | undefined,
  { min = MIN_AMOUNT, max }: Bounds,
): 'below' | 'above' | undefined {
  if (amount === undefined) return undefined
  if (amount < min) return 'below'
  return max !== undefined && amount > max ? 'above' : undefined
}

const QUICK_SAT = ['1000', '5000', '21000']
const HOW_MANY = 3

/** Approximate value of the smallest quick amount. */
const ABOUT = satToMsat(10_000)

/** Round amounts in the unit for one-tap entry, within the bounds. */
export function quickAmounts(unit: string, rate: Rate | undefined, bounds: Bounds): readonly string[] {
  const texts = unit === 'sat' ? QUICK_SAT : rate?.currency === unit ? roundAmounts(rate) : []
  return texts.filter((text) => boundProblem(toMsat({ unit, text }, rate), bounds) === undefined)
}

const roundAmounts = (rate: Rate): string[] => {
  const digits = digitsOf(rate.currency)
  const first = nearestRound(Number(toFiat(ABOUT, rate)))
  return Array.from({ length: HOW_MANY }, (_, at) =>
    decimalText(roundAt(first + at), digits)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  )
}

/** The nearest of 1, 2, 5, 10, 20, 50, …. */
function nearestRound(minor: number): number {
  const place = Math.log10(Math.max(1, minor))
  const decade = Math.floor(place)
  const rest = place - decade
  return decade * 3 + (rest < 0.15 ? 0 : rest < 0.5 ? 1 : rest < 0.85 ? 2 : 3)
}

const roundAt = (index: number): bigint => ([1n, 2n, 5n][index % 3] ?? 1n) * 10n ** BigInt(Math.floor(index / 3))
