import { Type } from 'typebox'
import type { Principal } from '../../access/principal.ts'
import type { Reader } from '../../db/database.ts'

/** Query parameter: the currency of values. */
export const VALUE_CURRENCY = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z]{3}$',
    description:
      'Currency in which values are answered, too, not case-sensitive; `own` = the one in your preferences (with an access token). A value is absent if its rate is unknown.',
    examples: ['EUR'],
  }),
)

const OWN = 'own'

/** Its code in upper case; undefined if none was asked for, or the caller has chosen none. */
export async function findValueCurrency(
  reader: Reader,
  asked: string | undefined,
  principal: Principal | undefined,
): Promise<string | undefined> {
  if (asked !== OWN) return asked?.toUpperCase()
  // The key of a wallet shows nothing of the account.
  if (principal?.via !== 'token') return undefined
  const sql = 'SELECT currency FROM user_preferences WHERE user_id = $1'
  return (await reader.first(sql, [principal.userId], (row: { currency: string | null }) => row.currency)) ?? undefined
}
