import { Type } from 'typebox'
import { LoginRefusal } from '../users/login-refusal.ts'

export const TotpCode = Type.String({
  pattern: '^\\d{3} ?\\d{3}$',
  writeOnly: true,
  description: 'Current six digits of the authenticator app; each code is accepted once.',
  examples: ['123456'],
})

export const RecoveryCode = Type.String({
  minLength: 16,
  maxLength: 64,
  pattern: '^[^\\u0000]*$',
  writeOnly: true,
  description: 'One of the recovery codes, instead of a lost second factor; each is accepted once.',
  examples: ['3f9k-q0zt-81bn-x7vw'],
})

export const RecoveryCodes = Type.Array(Type.String({ examples: ['3f9k-q0zt-81bn-x7vw'] }), {
  description: 'Ten codes, shown once: each replaces the second factor in one log-in. Store them apart from it.',
})

export const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'Name that you give it.',
  examples: ['Blue key'],
})

const Base64Url = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description })

const credential = {
  id: Base64Url(1400, 'Credential id.'),
  rawId: Base64Url(1400, 'Same as `id`.'),
  type: Type.Literal('public-key', { description: 'Constant: `public-key`.' }),
  clientExtensionResults: Type.Object(
    {},
    { additionalProperties: true, description: 'Results of WebAuthn extensions; ignored.' },
  ),
}

export const NewPasskeyCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Base64Url(4096, 'Challenge and origin, as the browser collected them (WebAuthn).'),
        attestationObject: Base64Url(8192, 'The new public key.'),
        transports: Type.Optional(
          Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), {
            maxItems: 16,
            description: 'Transports of the authenticator.',
          }),
        ),
      },
      { additionalProperties: true, description: 'Response of the authenticator.' },
    ),
  },
  {
    $id: 'NewPasskeyCredential',
    additionalProperties: true,
    description: '`PublicKeyCredential.toJSON()` after `navigator.credentials.create()`.',
  },
)

export const PasskeyCredential = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Base64Url(4096, 'Challenge and origin, as the browser collected them (WebAuthn).'),
        authenticatorData: Base64Url(4096, 'Authenticator data (WebAuthn).'),
        signature: Base64Url(2048, 'Signature by the passkey.'),
        userHandle: Type.Optional(
          Type.Union([Base64Url(256, 'User handle: id of the user, as stored in the passkey.'), Type.Null()]),
        ),
      },
      { additionalProperties: true, description: 'Response of the authenticator.' },
    ),
  },
  {
    $id: 'PasskeyCredential',
    additionalProperties: true,
    description: '`PublicKeyCredential.toJSON()` after `navigator.credentials.get()`.',
  },
)

const Descriptor = Type.Object({
  id: Type.String({ description: 'Credential id, base64url.' }),
  type: Type.String({ description: 'Constant: `public-key`.' }),
  transports: Type.Optional(Type.Array(Type.String(), { description: 'Transports of the authenticator.' })),
})

const options = {
  challenge: Type.String({ description: 'Challenge, base64url; signed by the passkey, once, within 5 minutes.' }),
  timeout: Type.Optional(Type.Integer({ description: 'Time-out of the browser, milliseconds.' })),
  hints: Type.Optional(Type.Array(Type.String(), { description: 'Type of authenticator to offer first.' })),
  extensions: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'WebAuthn extensions, for the authenticator.' }),
  ),
}

export const RegistrationOptions = Type.Object(
  {
    ...options,
    rp: Type.Object(
      { id: Type.Optional(Type.String()), name: Type.String() },
      { description: 'This service (relying party).' },
    ),
    user: Type.Object(
      { id: Type.String(), name: Type.String(), displayName: Type.String() },
      { description: 'User that the authenticator stores; `id` reveals nothing about your account.' },
    ),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }), {
      description: 'Accepted signature algorithms: Ed25519 (-8), ES256 (-7), RS256 (-257).',
    }),
    excludeCredentials: Type.Optional(
      Type.Array(Descriptor, { description: 'Passkeys that the account has already.' }),
    ),
    authenticatorSelection: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Criteria for the authenticator.' }),
    ),
    attestation: Type.Optional(Type.String({ description: 'Constant: `none`.' })),
  },
  {
    $id: 'PasskeyRegistrationOptions',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`.',
  },
)

export const LoginOptions = Type.Object(
  {
    ...options,
    rpId: Type.Optional(Type.String({ description: 'Domain that passkeys are bound to.' })),
    allowCredentials: Type.Optional(
      Type.Array(Descriptor, { description: 'Passkeys of the account; empty = any that the authenticator has.' }),
    ),
    userVerification: Type.Optional(
      Type.String({ description: '`required` to log in with the passkey only, `discouraged` as a second factor.' }),
    ),
  },
  {
    $id: 'PasskeyLoginOptions',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`.',
  },
)

export const PasskeyBody = Type.Object(
  {
    id: Type.String({ description: 'Credential id, base64url.' }),
    name: Type.String({ description: 'Name that you gave it.' }),
    backed_up: Type.Boolean({ description: 'True: synchronised, so that your other devices may have it.' }),
    created_at: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
    last_used_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Time of the last use, Unix seconds; null = never.',
    }),
  },
  { $id: 'Passkey', description: 'One of your passkeys.' },
)

export const SECOND_FACTOR_COMPONENTS = [
  LoginRefusal,
  NewPasskeyCredential,
  PasskeyBody,
  PasskeyCredential,
  LoginOptions,
  RegistrationOptions,
]
