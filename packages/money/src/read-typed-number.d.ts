/** What a field takes, and who types. */
export interface NumberForm {
  /** How many digits its unit has behind the point; 0: whole numbers only. */
  readonly digits: number
  /** Of the person, with the region where it is known: `de-CH`. */
  readonly locale: string
  /** In which the numbers around the field are written, where it is not `locale`: what the two read differently is asked. */
  readonly shownIn?: string
  /** Names of its unit, which may stand before or behind the number: `€`, `EUR`. */
  readonly names?: readonly string[]
  /** A reading above it is impossible, for numbers that have such an end by nature: percent. */
  readonly max?: number
}

/**
 * Why a text is no number: the unit has no fractions, or not so many digits; it is negative; it has more digits than any
 * amount; it is written in another way (`1e6`, `½`, `12 34`).
 */
export type NumberProblem = 'no-fractions' | 'too-many-digits' | 'negative' | 'too-long' | 'no-number'

export type TypedNumber =
  | { readonly is: 'nothing' }
  /** `1250.5`: Latin digits with at most one point. */
  | { readonly is: 'number'; readonly text: string }
  /** `1.234` can be either; those of the readings that the unit allows. */
  | { readonly is: 'unsure'; readonly readings: readonly string[] }
  | { readonly is: 'wrong'; readonly problem: NumberProblem }

export function readTypedNumber(typed: string, form: NumberForm): TypedNumber

/** Without marks of direction, and with Latin digits, whatever keyboard has typed it: for codes and numbers of ports. */
export function withLatin(typed: string): string

/** What people write beside a number of a unit: `sat`, or a currency by its code or its sign. */
export function namesOf(unit: string, locale: string): string[]

/** How a language marks thousands and the point, with Latin digits. */
export function marksOf(locale: string): { readonly point: string; readonly group: string }
