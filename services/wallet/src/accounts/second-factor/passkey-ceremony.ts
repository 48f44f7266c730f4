import { hash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '../users/user.ts'
import type { ChallengePurpose, Challenges } from './challenges.ts'
import type { AnsweredChallenge } from './passkey-commands.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Passkey } from './second-factor-store.ts'

const TIMEOUT_MS = 300_000
/** By their COSE numbers: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded on first use: its three hundred modules would take a tenth of every start. */
const loadWebAuthn = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** The user handle that the authenticator stores: not the user id, which may be a way to log in. */
const userHandle = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', `satchel passkey ${userId}`, 'buffer'))

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))

export const registrationOptions = async (options: {
  readonly party: RelyingParty
  readonly siteName: string
  readonly user: Pick<User, 'id' | 'username' | 'displayName'>
  readonly passkeys: readonly Passkey[]
  readonly challenge: string
  /** The account's only log-in: the passkey must be discoverable and verify its user. */
  readonly alone?: boolean
}) =>
  (await loadWebAuthn()).generateRegistrationOptions({
    rpID: options.party.id,
    rpName: options.siteName,
    userID: userHandle(options.user.id),
    userName: options.user.username,
    userDisplayName: options.user.displayName,
    challenge: bytesOf(options.challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: options.passkeys.map(toDescriptor),
    authenticatorSelection:
      options.alone === true
        ? { residentKey: 'required', userVerification: 'required' }
        : { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })

/** `passkeys`: those of a known user; none = the authenticator chooses one, which then counts as both factors. */
export const loginOptions = async (options: {
  readonly party: RelyingParty
  readonly passkeys: readonly Passkey[]
  readonly challenge: string
}) =>
  (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: options.party.id,
    allowCredentials: options.passkeys.map(toDescriptor),
    challenge: bytesOf(options.challenge),
    timeout: TIMEOUT_MS,
    userVerification: options.passkeys.length > 0 ? 'discouraged' : 'required',
  })

const toDescriptor = ({ id, transports }: Passkey) => ({ id, transports: [...transports] })

export interface Checks {
  readonly party: RelyingParty
  readonly challenges: Challenges
  readonly purpose: ChallengePurpose
}

/** Undefined = not made by an authenticator for this challenge, this user and this service. */
export async function checkRegistration(
  checks: Checks & { readonly requireUserVerification?: boolean },
  response: RegistrationResponseJSON,
) {
  const expected = expectChallenge(checks)
  const verified = await orUndefined(async () => {
    await requirePlainAttestation(response.response.attestationObject)
    const { verifyRegistrationResponse } = await loadWebAuthn()
    return verifyRegistrationResponse({
      response,
      expectedChallenge: expected.accept,
      expectedOrigin: checks.party.origin,
      expectedRPID: checks.party.id,
      requireUserVerification: checks.requireUserVerification ?? false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (verified?.registrationInfo === undefined || expected.answered === undefined) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    answered: expected.answered,
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    backedUp: credentialBackedUp,
  }
}

/**
 * We request no attestation, and browsers then send none or a signature of the key itself. Certificates would be
 * checked against lists that the caller names, over the network.
 */
async function requirePlainAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers()
  // Decoded as the library does when it verifies, so that both see the same bytes.
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  if (format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)) return
  throw new Error('unexpected attestation format')
}

/**
 * Undefined = not signed by this passkey for this challenge and this service. Does not check whether it was used
 * before.
 */
export async function checkLogin(
  checks: Checks & { readonly requireUserVerification: boolean },
  passkey: Passkey,
  response: AuthenticationResponseJSON,
) {
  const expected = expectChallenge(checks)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.accept,
      expectedOrigin: checks.party.origin,
      expectedRPID: checks.party.id,
      requireUserVerification: checks.requireUserVerification,
      // The command that stores the new counter compares it.
      credential: { id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
    }),
  )
  if (verified?.verified !== true || expected.answered === undefined) return undefined
  const handle = response.response.userHandle
  if (handle !== undefined && handle !== Buffer.from(userHandle(passkey.userId)).toString('base64url')) return undefined
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { answered: expected.answered, signCount: newCounter, backedUp: credentialBackedUp }
}

function expectChallenge({ challenges, purpose }: Checks) {
  const expected = {
    answered: undefined as AnsweredChallenge | undefined,
    accept(challenge: string): boolean {
      const expiresAt = challenges.expiryOf(challenge, purpose)
      if (expiresAt === undefined) return false
      expected.answered = { challenge, expiresAt }
      return true
    },
  }
  return expected
}

/** Undefined instead of the library's error for invalid input. */
async function orUndefined<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
