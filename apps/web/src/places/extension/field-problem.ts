import { ApiError } from '../../api/api-error.ts'
import type { FieldShape } from '../../api/extensions.ts'
import { fieldProblemText } from '../../language/error-text.ts'

export type Place = readonly (string | number)[]

/** What the service says about the field at this place of the body: `['items', 0, 'price']`. */
export function fieldProblem(error: unknown, place: Place): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const wanted = place.join('.')
  const problem = error.errors.find(({ loc }) => loc.slice(1).join('.') === wanted)
  if (problem !== undefined) return fieldProblemText(problem)
  // Rules of an extension name the field at the start of a sentence.
  const said = /^body\.([\w.]+): (.+)$/s.exec(error.detail)
  return said?.[1] === wanted ? sentence(said[2] ?? '') : undefined
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The error, unless a field of the form shows it. */
export function otherProblem(error: unknown, fields: readonly FieldShape[]): unknown {
  if (error === undefined || !(error instanceof ApiError)) return error
  return problemNames(error).some((name) => fields.some((field) => field.name === name)) ? undefined : error
}

/** The names of fields that are wrong. */
export function problemNames(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return []
  const said = /^body\.(\w+)/.exec(error.detail)?.[1]
  return [...error.errors.map(({ loc }) => String(loc[1] ?? '')), ...(said === undefined ? [] : [said])]
}
