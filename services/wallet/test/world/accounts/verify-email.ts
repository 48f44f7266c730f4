import { createEmailCodes } from '../../../src/accounts/verified-email/email-codes.ts'
import { TEST_AUTH_SECRET, type World, type WorldWallet } from '../open-world.ts'
import { tokenOf } from '../token-of.ts'

/** The account has the address in its profile, and has read the code that was mailed there. */
export async function verifyEmail(world: World, { userId }: Pick<WorldWallet, 'userId'>, email: string): Promise<void> {
  const token = await tokenOf(world, { userId })
  const codes = createEmailCodes({ secret: TEST_AUTH_SECRET, clock: () => world.nowSeconds() * 1000 })
  await world.call('PUT', '/api/v1/auth/me', { token, body: { email } })
  const { status, body } = await world.call('POST', '/api/v1/auth/email/verify', {
    token,
    body: { code: codes.codeFor(userId, email) },
  })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
}
