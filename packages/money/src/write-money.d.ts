export interface MoneyForm {
  readonly locale: string
  /** Decimal places of the unit; further digits stay. */
  readonly digits: number
  /** Default: 8, as many as the service calculates with. */
  readonly maxDigits?: number
}

/**
 * `unit`: `sat`, the code of a currency, or a name after the number; undefined: a number of things. A string is exact.
 */
export function writeMoney(amount: number | string, unit: string | undefined, form: MoneyForm): string

/** `unit` as the language writes it. */
export function nameOfUnit(unit: string, locale: string): string
