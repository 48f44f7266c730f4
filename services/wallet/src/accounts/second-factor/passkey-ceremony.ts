import { ServiceError } from '@satchel/http/service-error'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { cose, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import type { User } from '../users/user.ts'
import type { ChallengePurpose, Challenges } from './challenges.ts'
import type { AnsweredChallenge } from './passkey-commands.ts'
import type { Passkey } from './second-factor-store.ts'

const TIMEOUT_MS = 300_000
const ALGORITHMS = [cose.COSEALG.EdDSA, cose.COSEALG.ES256, cose.COSEALG.RS256]

/** What a passkey is permanently bound to: it does not work under another name. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Browsers want a name, not an address; the loopback addresses have one. Undefined = passkeys cannot be used here. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl)
  const address = url.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(address) === 0) return { id: url.hostname, origin: url.origin }
  if (address !== '::1' && !address.startsWith('127.')) return undefined
  url.hostname = 'localhost'
  return { id: 'localhost', origin: url.origin }
}

export function requireRelyingParty(publicUrl: string): RelyingParty {
  const party = relyingPartyOf(publicUrl)
  if (party !== undefined) return party
  throw new ServiceError('forbidden', 'Passkeys need a name, not an address, in SERVICE_PUBLIC_URL.', [], {
    word: 'passkeys_unavailable',
  })
}

/** What the authenticator keeps of the user: not the id, which may be a way to log in. */
const userHandle = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', `satchel passkey ${userId}`, 'buffer'))

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => isoBase64URL.toBuffer(text)

export const registrationOptions = (options: {
  readonly party: RelyingParty
  readonly siteName: string
  readonly user: User
  readonly passkeys: readonly Passkey[]
  readonly challenge: string
}) =>
  generateRegistrationOptions({
    rpID: options.party.id,
    rpName: options.siteName,
    userID: userHandle(options.user.id),
    userName: options.user.username,
    userDisplayName: options.user.displayName,
    challenge: bytesOf(options.challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: options.passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })

/** `passkeys`: those of a user who is known already; none = whichever the authenticator finds, and then it counts twice. */
export const loginOptions = (options: {
  readonly party: RelyingParty
  readonly passkeys: readonly Passkey[]
  readonly challenge: string
}) =>
  generateAuthenticationOptions({
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
export async function checkRegistration(checks: Checks, response: RegistrationResponseJSON) {
  const expected = expectChallenge(checks)
  const verified = await orUndefined(async () => {
    requirePlainAttestation(response.response.attestationObject)
    return verifyRegistrationResponse({
      response,
      expectedChallenge: expected.accept,
      expectedOrigin: checks.party.origin,
      expectedRPID: checks.party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (verified?.registrationInfo === undefined || expected.answered === undefined) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    answered: expected.answered,
    id: credential.id,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    signCount: credential.counter,
    backedUp: credentialBackedUp,
  }
}

/**
 * We ask for no attestation, and browsers then send none or a signature of the key itself. Certificates would be
 * checked against lists that the caller names, over the network.
 */
function requirePlainAttestation(attestationObject: string): void {
  const decoded = decodeAttestationObject(bytesOf(attestationObject))
  const format = decoded.get('fmt')
  if (format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)) return
  throw new Error('unexpected attestation format')
}

/** Undefined = not signed by this passkey for this challenge and this service. Whether it was used before is not asked. */
export async function checkLogin(
  checks: Checks & { readonly requireUserVerification: boolean },
  passkey: Passkey,
  response: AuthenticationResponseJSON,
) {
  const expected = expectChallenge(checks)
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.accept,
      expectedOrigin: checks.party.origin,
      expectedRPID: checks.party.id,
      requireUserVerification: checks.requireUserVerification,
      // The counter is compared where it is stored, in the step that stores the next one.
      credential: { id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
    }),
  )
  if (verified?.verified !== true || expected.answered === undefined) return undefined
  const handle = response.response.userHandle
  if (handle !== undefined && handle !== isoBase64URL.fromBuffer(userHandle(passkey.userId))) return undefined
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

/** The library throws for every error in what a caller sends. */
async function orUndefined<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
