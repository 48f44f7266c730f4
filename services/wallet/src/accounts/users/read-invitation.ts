import { unixSeconds } from '../../base/clock.ts'
import { findLink, useLink } from './account-link-store.ts'
import { digestOfLink, linkIsOver } from './account-link-token.ts'
import { type OpenAccountDeps, requireNewAccounts } from './open-account.ts'

/** Reads an invitation: the account is opened in the inviting administrator's name, and uses up the invitation. */
export async function readInvitation(
  { db, clock, accounts }: Pick<OpenAccountDeps, 'db' | 'clock' | 'accounts'>,
  token: string,
  address: string,
) {
  const digest = digestOfLink(token)
  const at = unixSeconds(clock)
  const link = await findLink(db, { digest, kind: 'invitation', at })
  if (link === undefined) throw linkIsOver()
  if (accounts.allowedUsers !== undefined) requireNewAccounts(accounts)
  return { method: 'invitation', openedBy: { id: link.createdBy, address }, alongside: () => [useLink(digest, at)] }
}
