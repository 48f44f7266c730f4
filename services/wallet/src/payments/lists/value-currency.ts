import { Type } from 'typebox'
import type { Reader } from '../../db/database.ts'

/** Query parameter: the currency of values. */
export const VALUE_CURRENCY = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z]{3}$',
    description:
      'Answer values in this currency, too, in any case; `own` = that of your preferences. None where no rate of it was known.',
    examples: ['EUR'],
  }),
)

const OWN = 'own'

/** Its code in upper case; undefined if none was asked for, or the caller has chosen none. */
export async function findValueCurrency(
  reader: Reader,
  asked: string | undefined,
  callerId: string,
): Promise<string | undefined> {
  if (asked !== OWN) return asked?.toUpperCase()
  const sql = 'SELECT currency FROM user_preferences WHERE user_id = $1'
  return (await reader.first(sql, [callerId], (row: { currency: string | null }) => row.currency)) ?? undefined
}
