/** The options of a field, and of its user. */
export interface NumberForm {
  /** Decimal places of its unit; 0: whole numbers only. */
  readonly digits: number
  /** Language of the user, with the region if it is known: `de-CH`. */
  readonly locale: string
  /**
   * Language of the numbers around the field, if it is not `locale`: a number that the two read differently is asked
   * about.
   */
  readonly shownIn?: string
  /** Names of its unit, before or after the number: `€`, `EUR`. */
  readonly names?: readonly string[]
  /** A reading above it is impossible, for numbers that have such an end by nature: percent. */
  readonly max?: number
}

/**
 * Why a text is rejected: the unit has no fractions, or fewer digits; it is negative; it has more digits than any
 * amount; it has another notation (`1e6`, `½`, `12 34`).
 */
export type NumberProblem = 'no-fractions' | 'too-many-digits' | 'negative' | 'too-long' | 'no-number'

export type TypedNumber =
  | { readonly is: 'nothing' }
  /** `1250.5`: Latin digits with at most one point. */
  | { readonly is: 'number'; readonly text: string }
  /** `1.234` has two readings; those that the unit allows. */
  | { readonly is: 'unsure'; readonly readings: readonly string[] }
  | { readonly is: 'wrong'; readonly problem: NumberProblem }

export function readTypedNumber(typed: string, form: NumberForm): TypedNumber

/** Without marks of direction, and with Latin digits, whatever keyboard has typed it: for codes and numbers of ports. */
export function withLatin(typed: string): string

/** Names that people write beside a number: `sat`, or the code or sign of a currency. */
export function namesOf(unit: string, locale: string): string[]

/** How a language marks thousands and the point, with Latin digits. */
export function marksOf(locale: string): { readonly point: string; readonly group: string }
