import { ERROR_CODE_FIELDS, ErrorBody } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'

export const SecondFactorKind = Type.Unsafe<'totp' | 'passkey'>({
  type: 'string',
  enum: ['totp', 'passkey'],
  description: '`totp`: the code of an authenticator app. `passkey`: a passkey or security key.',
})

/** The error body of every log-in. */
export const LoginRefusal = Type.Object(
  {
    detail: Type.String({ description: 'Reason of the rejection, for people.' }),
    ...ERROR_CODE_FIELDS,
    second_factor: Type.Optional(
      Type.Array(SecondFactorKind, {
        description: 'Second factors of the account, if only a second factor is missing.',
      }),
    ),
    ticket: Type.Optional(
      Type.String({
        description:
          'Together with `second_factor`: ticket for `POST /api/v1/auth/second-factor`, valid for 5 minutes.',
      }),
    ),
  },
  { $id: 'LoginRefusal', description: 'Log-in rejected, or incomplete.' },
)

/** For the 401 of every route that logs in. */
export const NOT_LOGGED_IN = schemaRef(LoginRefusal, 'The proof is wrong, or a second factor is required.')

/** For the 403 of the same routes. */
export const NOT_LET_IN = schemaRef(
  ErrorBody,
  'This log-in method is disabled here, or this account may not use the service.',
)
