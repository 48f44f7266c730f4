import { ApiError } from '../api/api-error.ts'
import { fieldError } from '../language/error-text.ts'
import { t } from '../language/language.ts'

/** What is wrong with the name of an account: it lists the characters that a name may have. */
export function usernameError(error: unknown): string | undefined {
  const isSpelling =
    error instanceof ApiError &&
    error.errors.some(({ loc, type }) => loc.at(-1) === 'username' && type === 'string_pattern_mismatch')
  return isSpelling ? t('create.username-letters') : fieldError(error, 'username')
}
