import { Secret, TOTP } from 'otpauth'
import type { World } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'

export interface WithTotp {
  readonly id: string
  readonly token: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** The code of the authenticator app now, or `steps` steps of 30 seconds later. */
export const codeOf = (world: Pick<World, 'nowSeconds'>, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: (world.nowSeconds() + steps * 30) * 1000 })

/** An account whose log-ins ask for the code of an app, a new one without a password unless given; no code of now is used up. */
export async function openWithTotp(
  world: World,
  user?: { readonly id: string; readonly token: string; readonly password?: string | undefined },
): Promise<WithTotp> {
  const { id, token, password } = user ?? (await openPlain(world))
  const { secret } = await set(world, 'POST', token, password === undefined ? {} : { password })
  const { recovery_codes: recoveryCodes } = await set(world, 'PUT', token, { totp: codeOf(world, secret) })
  world.advance(60)
  return { id, token, secret, recoveryCodes }
}

async function openPlain(world: World) {
  const { userId } = await world.openWallet()
  return { id: userId, token: await tokenOf(world, { userId }), password: undefined }
}

async function set(world: World, method: 'POST' | 'PUT', token: string, body: object) {
  const answer = await world.call(method, '/api/v1/auth/totp', { token, body })
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
