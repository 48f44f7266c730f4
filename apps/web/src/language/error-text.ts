import { splitPlace } from '@satchel/page/split-place'
import { ApiError, type FieldProblem } from '../api/api-error.ts'
import { durationText } from './dates.ts'
import { t, tryText } from './language.ts'

/** The error in the language of the screen; without a text in the catalogue, the message of the service. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown')
  const { code, params } = error
  const [, detail] = splitPlace(error.detail)
  // The device is offline: do not blame the service.
  if (code === 'no_answer' && !navigator.onLine) return t('offline.device')
  const time = typeof params['seconds'] === 'number' && { time: durationText(params['seconds'], Math.ceil) }
  return tryText(`error.${code}`, { detail, ...params, ...time }) ?? (detail === '' ? t('error.unknown') : detail)
}

/** The text for this field of a 422 answer. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const problem = error.errors.find(({ loc }) => loc.at(-1) === field)
  return problem === undefined ? undefined : fieldProblemText(problem)
}

export const fieldProblemText = ({ type, msg, ctx }: FieldProblem): string =>
  tryText(`error.field.${type}`, { message: msg, ...ctx }) ?? msg
