import { forbidden, unauthenticated } from '@satchel/http/service-error'
import { isAdmin } from '../../../accounts/users/user.ts'
import { findUser } from '../../../accounts/users/user-store.ts'
import type { Reader } from '../../../db/database.ts'
import type { Actor } from '../../../events/audit-log.ts'

/** The caller of the extension routes: always an account, also with a wallet's key. */
export interface ExtensionCaller {
  readonly userId: string
  readonly isAdmin: boolean
  /** The wallet whose key it was; undefined = a token. */
  readonly keyOf: string | undefined
  readonly actor: Actor
}

/** An ACL token acts as its user here, administrators included (rule X3). */
export async function toCaller(
  reader: Reader,
  { userId, keyOf, address }: { userId: string; keyOf: string | undefined; address: string },
): Promise<ExtensionCaller> {
  const user = await findUser(reader, userId)
  if (user === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
  return { userId, isAdmin: isAdmin(user), keyOf, actor: { id: userId, address } }
}

/** Installing affects all accounts: a leaked wallet key must not suffice for it (rule X3). */
export function requireMayBring({ isAdmin: may, keyOf }: ExtensionCaller): void {
  if (may && keyOf === undefined) return
  const detail = 'Bringing an extension onto this server needs an access token of an administrator.'
  throw forbidden(detail, { code: 'admin_required' })
}
