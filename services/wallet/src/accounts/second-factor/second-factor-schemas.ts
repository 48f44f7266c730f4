import { Type } from 'typebox'
import { LoginRefusal } from '../users/login-refusal.ts'

export const TotpCode = Type.String({
  pattern: '^\\d{3} ?\\d{3}$',
  writeOnly: true,
  description: 'The six digits that the authenticator app shows now; each code is accepted once.',
  examples: ['123456'],
})

export const RecoveryCode = Type.String({
  minLength: 16,
  maxLength: 64,
  pattern: '^[^\\u0000]*$',
  writeOnly: true,
  description: 'One of the recovery codes, in place of a second factor that is lost; each is accepted once.',
  examples: ['3f9k-q0zt-81bn-x7vw'],
})

export const RecoveryCodes = Type.Array(Type.String({ examples: ['3f9k-q0zt-81bn-x7vw'] }), {
  description: 'Ten codes, shown this once: each lets you in once without the second factor. Keep them apart from it.',
})

export const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'Your name for it.',
  examples: ['Blue key'],
})

const Base64Url = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description })

const credential = {
  id: Base64Url(1400, 'Credential id.'),
  rawId: Base64Url(1400, 'The same again.'),
  type: Type.Literal('public-key', { description: 'Always `public-key`.' }),
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
        clientDataJSON: Base64Url(4096, 'What the browser signed for.'),
        attestationObject: Base64Url(8192, 'The new public key.'),
        transports: Type.Optional(
          Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), {
            maxItems: 16,
            description: 'How the authenticator is reached.',
          }),
        ),
      },
      { additionalProperties: true, description: 'The answer of the authenticator.' },
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
        clientDataJSON: Base64Url(4096, 'What the browser signed for.'),
        authenticatorData: Base64Url(4096, 'What the authenticator says of itself.'),
        signature: Base64Url(2048, 'By the passkey.'),
        userHandle: Type.Optional(Type.Union([Base64Url(256, 'Who it is for.'), Type.Null()])),
      },
      { additionalProperties: true, description: 'The answer of the authenticator.' },
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
  type: Type.String({ description: 'Always `public-key`.' }),
  transports: Type.Optional(Type.Array(Type.String(), { description: 'How it is reached.' })),
})

const options = {
  challenge: Type.String({ description: 'Base64url; signed by the passkey, once, within 5 minutes.' }),
  timeout: Type.Optional(Type.Integer({ description: 'How long the browser waits, milliseconds.' })),
  hints: Type.Optional(Type.Array(Type.String(), { description: 'The kind of authenticator to offer first.' })),
  extensions: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'For the authenticator.' })),
}

export const RegistrationOptions = Type.Object(
  {
    ...options,
    rp: Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }, { description: 'This service.' }),
    user: Type.Object(
      { id: Type.String(), name: Type.String(), displayName: Type.String() },
      { description: 'The user that the authenticator stores; `id` reveals nothing about your account.' },
    ),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }), {
      description: 'Signatures that are understood: Ed25519 (-8), ES256 (-7), RS256 (-257).',
    }),
    excludeCredentials: Type.Optional(Type.Array(Descriptor, { description: 'Those you have already.' })),
    authenticatorSelection: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Preferences for the authenticator.' }),
    ),
    attestation: Type.Optional(Type.String({ description: 'Always `none`.' })),
  },
  {
    $id: 'PasskeyRegistrationOptions',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`.',
  },
)

export const LoginOptions = Type.Object(
  {
    ...options,
    rpId: Type.Optional(Type.String({ description: 'The name that passkeys are bound to.' })),
    allowCredentials: Type.Optional(
      Type.Array(Descriptor, { description: 'Those of the account; empty = whichever the authenticator has.' }),
    ),
    userVerification: Type.Optional(
      Type.String({ description: '`required` to log in with nothing else, `discouraged` as a second factor.' }),
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
    name: Type.String({ description: 'Your name for it.' }),
    backed_up: Type.Boolean({ description: 'Synchronised: your other devices may have it, too.' }),
    created_at: Type.Integer({ description: 'Unix seconds.' }),
    last_used_at: Type.Union([Type.Integer(), Type.Null()], { description: 'Unix seconds; null = not yet.' }),
  },
  { $id: 'Passkey', description: 'A passkey of yours.' },
)

export const SECOND_FACTOR_COMPONENTS = [
  LoginRefusal,
  NewPasskeyCredential,
  PasskeyBody,
  PasskeyCredential,
  LoginOptions,
  RegistrationOptions,
]
