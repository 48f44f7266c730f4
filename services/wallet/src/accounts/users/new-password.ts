import { badRequest } from '@satchel/http/service-error'

/** A password as it is hashed has at least this many characters, however its letters were put together before. */
const FEWEST = 8

/** What a schema cannot say about a new password: its repetition, and its length in the form in which it is kept. */
export function requireNewPassword(body: { readonly password: string; readonly password_repeat?: string | undefined }) {
  const { password, password_repeat: repeat = password } = body
  if (repeat !== password) throw badRequest('The passwords do not match.', { word: 'passwords_differ' })
  if (Array.from(password.normalize('NFC')).length < FEWEST) {
    throw badRequest(`The password must have at least ${FEWEST} characters.`, {
      word: 'password_too_short',
      params: { min: FEWEST },
    })
  }
}
