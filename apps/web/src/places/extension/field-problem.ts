import { splitPlace } from '@satchel/page/split-place'
import { ApiError } from '../../api/api-error.ts'
import { fieldProblemText } from '../../language/error-text.ts'

export type Place = readonly (string | number)[]

/**
 * The problem of the field at this path of the body, such as `['items', 0, 'price']`. `whole`: also problems inside it.
 */
export function fieldProblem(error: unknown, place: Place, whole = false): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const wanted = place.join('.')
  const problem = error.errors.find(
    ({ loc }) => loc.slice(1, whole ? place.length + 1 : undefined).join('.') === wanted,
  )
  if (problem !== undefined) return fieldProblemText(problem)
  // Extensions put the field's path before the sentence.
  const [field, sentence] = splitPlace(error.detail)
  return field === `body.${wanted}: ` ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : undefined
}
