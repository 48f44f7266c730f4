import { ErrorBody } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'

/** The parameters of a provider's redirect, as programs send them. */
export interface VisitBody {
  readonly code: string
  readonly state: string
  readonly iss?: string
  readonly code_verifier?: string
  readonly redirect_uri?: string
}

const OPAQUE = { minLength: 1, maxLength: 4096, pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$' } as const

export const VISIT_FIELDS = {
  code: Type.String({
    ...OPAQUE,
    writeOnly: true,
    description: 'Code of the redirect from the provider; valid once.',
  }),
  state: Type.String({
    ...OPAQUE,
    description: '`state` of the same redirect, issued by this service; valid for ten minutes.',
  }),
  iss: Type.Optional(Type.String({ ...OPAQUE, description: '`iss` of the same redirect, if any; it is checked.' })),
  code_verifier: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._~-]{43,128}$',
      description: 'PKCE verifier of the `code_challenge` that the log-in started with; absent if it started without.',
    }),
  ),
  redirect_uri: Type.Optional(
    Type.String({ maxLength: 2048, description: 'If given, it must equal the URI that started the log-in.' }),
  ),
}

export const WhichProvider = Type.Object({
  provider: Type.String({ maxLength: 64, description: '`google`, `github` or `keycloak`.', examples: ['google'] }),
})

/** The response of a rejected log-in or link. */
export const refusal = (description: string) => schemaRef(ErrorBody, description)

export const DOOR_IS_SHUT = refusal('The provider is not set up or not allowed here, or this account may not log in.')
export const PROVIDER_IS_AWAY = refusal('The provider cannot be reached.')
