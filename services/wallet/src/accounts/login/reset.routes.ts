import type { HttpApp } from '@satchel/http/http-app'
import { Type } from 'typebox'
import { tellWhatEnds } from '../../access/tell-ways-in.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { findLink } from '../users/account-link-store.ts'
import { digestOfLink, linkIsOver } from '../users/account-link-token.ts'
import { NewPassword, PasswordRepeat } from '../users/account-schemas.ts'
import { LinkToken } from '../users/link-token-schema.ts'
import { requireNewPassword } from '../users/new-password.ts'
import type { Passwords } from '../users/passwords.ts'
import { resetPassword } from '../users/profile-commands.ts'

export interface ResetRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly throttle: Throttle
}

/** Password reset: an administrator creates a link, and the user sets a new password. */
export function resetRoutes(app: HttpApp, { db, clock, passwords, throttle }: ResetRoutesDeps): void {
  app.put('/api/v1/auth/reset', { config: { access: 'anyone' }, schema: RESET }, async (request) => {
    requireNewPassword(request.body)
    const { token, password } = request.body
    const address = request.ip
    const digest = digestOfLink(token)
    return throttle.around('account-link', { address }, async () => {
      const at = unixSeconds(clock)
      // Checked before the costly hash.
      if ((await findLink(db, { digest, kind: 'reset', at })) === undefined) throw linkIsOver()
      const passwordHash = await passwords.hash(password, address)
      return { username: await db.transact(resetPassword, { digest, passwordHash, address, at }) }
    })
  })
}

const RESET = {
  operationId: 'resetPassword',
  tags: ['accounts'],
  summary: 'Set a new password with a reset link',
  description: `With the token of a link from an administrator (\`POST /users/api/v1/user/{user_id}/reset-link\`), valid once within three days. ${tellWhatEnds('reset-by-link')} Second factors stay. 400 if the link was used or has expired. Wrong tokens are throttled.`,
  body: Type.Object(
    { token: LinkToken, password: NewPassword, password_repeat: Type.Optional(PasswordRepeat) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object(
      { username: Type.String({ description: 'Username for the log-in.' }) },
      { description: 'Password changed.' },
    ),
  },
} as const
