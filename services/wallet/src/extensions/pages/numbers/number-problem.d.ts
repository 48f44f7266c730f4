import type { TypedNumber } from '@satchel/money/read-typed-number'

export interface NumberField {
  readonly digits: number
  /** `sat`, or the code of a currency; undefined: whole things. */
  readonly unit?: string | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
}

export function numberProblem(
  read: TypedNumber,
  field: NumberField,
  write: (text: string) => string,
  writeBound: (bound: number) => string,
): readonly [text: string, values: Readonly<Record<string, string | number>>] | undefined

export function writePlain(text: string, point: string): string
