import { createHmac } from 'node:crypto'
import { createVerifier } from 'fast-jwt'

/**
 * Derives our token for a token of LNbits. LNbits signs its tokens and does not store them, so no digest can be
 * imported. Ours is derived from the token's id and LNbits' secret.
 */
export const tokenFor = (secret: string, oldId: string): string =>
  `acl_${createHmac('sha256', secret).update(`access list token ${oldId}`).digest('hex').slice(0, 32)}`

/** Undefined: not a token of an access list that was signed under this secret, or it has expired. */
export function createOldTokenReader(secret: string): (token: string, nowSeconds: number) => string | undefined {
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true, cache: false })
  return (token, nowSeconds) => {
    const { api_token_id: id, exp } = tryVerify(verify, token)
    const isGood = typeof id === 'string' && id !== '' && typeof exp === 'number' && exp > nowSeconds
    return isGood ? tokenFor(secret, id) : undefined
  }
}

function tryVerify(verify: (token: string) => unknown, token: string): Readonly<Record<string, unknown>> {
  try {
    return verify(token) as Record<string, unknown>
  } catch {
    return {}
  }
}
