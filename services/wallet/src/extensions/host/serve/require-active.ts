import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { forbidden, notFound } from '@satchel/http/service-error'
import type { Reader } from '../../../db/database.ts'
import type { ExtensionSystem } from '../../extension-system.ts'

/**
 * The extension, if this account may use it now: 404 when it is not there or switched off, 403 when the account has not
 * switched it on or may not (rule X2).
 */
export async function requireActive(
  reader: Reader,
  system: ExtensionSystem,
  extId: string,
  userId: string,
): Promise<AnyExtension> {
  const present = system.find(extId)
  if (present === undefined || !present.available)
    throw notFound('There is no such extension.', { code: 'extension_not_found' })
  const account = await reader.first(
    `SELECT a.active AS active, u.role AS role FROM extension_accounts a, users u
     WHERE a.user_id = $1 AND a.ext_id = $2 AND u.id = a.user_id`,
    [userId, extId],
    (row: { active: bigint; role: string }) => ({ active: row.active === 1n, role: row.role }),
  )
  if (account === undefined || !account.active || (present.adminOnly && account.role === 'user')) {
    throw forbidden(`The app ${extId} is not active for this account.`, {
      code: 'extension_not_active',
      params: { extension: extId },
    })
  }
  return present.definition
}
