export interface MoneyForm {
  readonly locale: string
  /** How many digits the unit has behind the point; more are kept. */
  readonly digits: number
  /** Default: 8, as many as the service calculates with. */
  readonly maxDigits?: number
}

/**
 * `unit`: the code of a currency, or a name that stands behind the number, such as `sat`; undefined: a number of things.
 * A string is exact.
 */
export function writeMoney(amount: number | string, unit: string | undefined, form: MoneyForm): string
