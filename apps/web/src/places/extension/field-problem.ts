import { ApiError } from '../../api/api-error.ts'
import { fieldProblemText } from '../../language/error-text.ts'

export type Place = readonly (string | number)[]

/** What the service says about the field at this place of the body: `['items', 0, 'price']`. `whole`: or within it. */
export function fieldProblem(error: unknown, place: Place, whole = false): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const wanted = place.join('.')
  const problem = error.errors.find(
    ({ loc }) => loc.slice(1, whole ? place.length + 1 : undefined).join('.') === wanted,
  )
  if (problem !== undefined) return fieldProblemText(problem)
  // Rules of an extension name the field at the start of a sentence.
  const said = /^body\.([\w.]+): (.+)$/s.exec(error.detail)
  return said?.[1] === wanted ? sentence(said[2] ?? '') : undefined
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
