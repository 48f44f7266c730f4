import type { InputOf } from './routes.ts'

/** The response of an authenticator, as JSON. */
export type PasskeyProof = InputOf<'POST /api/v1/auth/passkey'>['body']

type CreationJson = PublicKeyCredentialCreationOptionsJSON
type RequestJson = PublicKeyCredentialRequestOptionsJSON

/** Passkeys need HTTPS (or localhost) and a browser that parses the options from JSON. */
export const canUsePasskeys = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

/** Asks the authenticator for a proof. Undefined: the person cancelled. */
export const askPasskey = (options: unknown): Promise<PasskeyProof | undefined> =>
  unlessCancelled(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestJson),
    }),
  )

/** Creates a passkey for this account. Undefined: the person cancelled. */
export const makePasskey = (options: unknown): Promise<unknown> =>
  unlessCancelled(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationJson),
    }),
  )

async function unlessCancelled<Proof>(asking: Promise<Credential | null>): Promise<Proof | undefined> {
  try {
    const credential = await asking
    return (credential as PublicKeyCredential | null)?.toJSON() as Proof | undefined
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
    throw error
  }
}
