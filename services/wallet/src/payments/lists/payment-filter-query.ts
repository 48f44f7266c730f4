import { Type } from 'typebox'

const literals = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Optional(Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description }))

/** Text a database can look for. */
const searchText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 640, pattern: '^[^\\u0000]*$', description }))

const seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: `${description} Unix seconds, inclusive.` }),
  )

/** Query parameters that choose payments of a wallet. */
export const PAYMENT_FILTER_QUERY = {
  status: literals(['pending', 'success', 'failed'], 'Only payments that stand so.'),
  direction: literals(['in', 'out'], 'Only received, or only sent.'),
  tag: searchText('Only with this `extra.tag`.'),
  memo: searchText('Only with exactly this memo.'),
  search: searchText('Only with this text in memo or tag; case-insensitive.'),
  from: seconds('Not older.'),
  to: seconds('Not newer.'),
  wallet_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'With an access token: which of your wallets; `all` = all of them, and those shared with you whose payments you may view.',
    }),
  ),
} as const
