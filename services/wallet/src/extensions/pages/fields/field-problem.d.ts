/** A sentence in English, and its values. */
export type Problem = readonly [text: string, values: Readonly<Record<string, string | number>>]

export interface FilledField {
  readonly kind: 'text' | 'email' | 'number' | 'choice' | 'flag'
  readonly required?: boolean | undefined
  /** Characters. */
  readonly max?: number | undefined
}

export function fieldProblem(value: string, field: FilledField): Problem | undefined

export function lengthOf(text: string): number

/** The problem of one value in a 422. */
export interface RouteError {
  readonly type?: string | undefined
  readonly msg: string
  readonly ctx?: Readonly<Record<string, string | number>> | undefined
}

export function routeProblem(error: RouteError): Problem
