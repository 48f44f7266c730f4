/** The box of a drawing, in pixels. */
export interface Box {
  readonly width: number
  readonly height: number
  /** Time runs to the left, as the script does. */
  readonly isMirrored: boolean
}

/** Room for the text above the highest tick and for the line below the lowest. */
const [ABOVE, BELOW] = [16, 2]

/** The middle of a period. */
export function xOf(index: number, count: number, { width, isMirrored }: Box): number {
  const place = round(((index + 0.5) * width) / count)
  return isMirrored ? round(width - place) : place
}

/** The period at a distance from the left edge. */
export function indexAt(x: number, count: number, { width, isMirrored }: Box): number {
  const place = isMirrored ? width - x : x
  return Math.min(count - 1, Math.max(0, Math.floor((place * count) / width)))
}

const PRECISION = 100_000n

/** The height of an amount on the axis of these ticks. */
export function yOf(amount: bigint, ticks: readonly bigint[], { height }: Box): number {
  const [low = 0n, high = 1n] = [ticks[0], ticks.at(-1)]
  // Only the place on the screen is rounded.
  const share = Number(((amount - low) * PRECISION) / (high - low)) / Number(PRECISION)
  return round(height - BELOW - share * (height - ABOVE - BELOW))
}

/** Pixels; a bar of any amount can be seen. */
const MIN_BAR = 1.5

export interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** From zero up, or down for a negative amount; undefined for zero. */
export function barOf(
  amount: bigint,
  index: number,
  count: number,
  ticks: readonly bigint[],
  box: Box,
): Bar | undefined {
  if (amount === 0n) return undefined
  const [zero, end] = [yOf(0n, ticks, box), yOf(amount, ticks, box)]
  const height = Math.max(MIN_BAR, Math.abs(end - zero))
  const width = round(Math.min(MAX_BAR, (box.width / count) * 0.7))
  return {
    x: round(xOf(index, count, box) - width / 2),
    y: round(amount > 0n ? zero - height : zero),
    width,
    height: round(height),
  }
}

const MAX_BAR = 40

/** An SVG path through all amounts; a level line for a single one. */
export function lineOf(amounts: readonly bigint[], ticks: readonly bigint[], box: Box): string {
  const places = amounts.map((amount, index) => `${xOf(index, amounts.length, box)} ${yOf(amount, ticks, box)}`)
  if (places.length === 1) return `M0 ${yOf(amounts[0] as bigint, ticks, box)}H${box.width}`
  return places.length === 0 ? '' : `M${places.join('L')}`
}

const round = (place: number): number => Math.round(place * 10) / 10
