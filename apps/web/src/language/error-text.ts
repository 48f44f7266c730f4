import { ApiError } from '../api/api-error.ts'
import { t, tryText } from './language.ts'

/** What went wrong, in the language of the screen; where the catalogue has no text, in the words of the service. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown')
  const { code, detail, params } = error
  return tryText(`error.${code}`, { detail, ...params }) ?? (detail === '' ? t('error.unknown') : detail)
}

/** The problem of one field of a 422. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const problem = error.errors.find(({ loc }) => loc.at(-1) === field)
  if (problem === undefined) return undefined
  return tryText(`error.field.${problem.type}`, { message: problem.msg, ...problem.ctx }) ?? problem.msg
}
