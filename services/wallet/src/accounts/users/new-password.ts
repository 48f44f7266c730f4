import { badRequest } from '@satchel/http/service-error'

/** Minimum length, in characters after Unicode normalization. */
const FEWEST = 8

/** Checks that a schema cannot make: the repetition, and the length after normalization. */
export function requireNewPassword(body: { readonly password: string; readonly password_repeat?: string | undefined }) {
  const { password, password_repeat: repeat = password } = body
  if (repeat !== password) throw badRequest('The passwords do not match.', { code: 'passwords_differ' })
  if (Array.from(password.normalize('NFC')).length < FEWEST) {
    throw badRequest(`The password must have at least ${FEWEST} characters.`, {
      code: 'password_too_short',
      params: { min: FEWEST },
    })
  }
}
