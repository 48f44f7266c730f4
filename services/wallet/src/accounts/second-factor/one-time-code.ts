import { HOTP, Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Tolerates a clock that is half a minute off, or a code typed slowly. */
const STEPS_OF_TOLERANCE = 1
const SECRET_BYTES = 20
/** The parameters that every authenticator app supports (RFC 6238, Key Uri Format). */
const FORM = { algorithm: 'SHA1', digits: 6 } as const

/** 160 random bits in base32, to be typed where a QR code cannot be read. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What authenticator apps read as a QR code: `otpauth://totp/…`. */
export const totpUri = (options: { secret: string; issuer: string; account: string }): string =>
  new TOTP({
    ...FORM,
    period: STEP_SECONDS,
    issuer: options.issuer,
    label: options.account,
    secret: options.secret,
  }).toString()

/** The 30-second step of this code, if it is the current one or the one before or after. */
export function findStep(secret: string, code: string, atSeconds: number): number | undefined {
  const token = code.replaceAll(' ', '')
  // The library throws for characters that are no digits.
  if (!/^\d{6}$/.test(token)) return undefined
  const now = Math.floor(atSeconds / STEP_SECONDS)
  const delta = HOTP.validate({
    ...FORM,
    token,
    secret: Secret.fromBase32(secret),
    counter: now,
    window: STEPS_OF_TOLERANCE,
  })
  return delta === null ? undefined : now + delta
}
