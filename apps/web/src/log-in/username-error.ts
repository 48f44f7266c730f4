import { ApiError } from '../api/api-error.ts'
import { fieldError } from '../language/error-text.ts'
import { t } from '../language/language.ts'

/** The error of a username; for invalid characters, says which are allowed. */
export function usernameError(error: unknown): string | undefined {
  const isSpelling =
    error instanceof ApiError &&
    error.errors.some(({ loc, type }) => loc.at(-1) === 'username' && type === 'string_pattern_mismatch')
  return isSpelling ? t('create.username-letters') : fieldError(error, 'username')
}
