import { Type } from 'typebox'
import type { PaymentFilter } from './payment-list-store.ts'

const literals = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Optional(Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description }))

/** Text that a database can search for. */
const searchText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 640, pattern: '^[^\\u0000]*$', description }))

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: `${description} Unix seconds.` }))

const sats = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 9_007_199_254_740,
      description: `${description} Satoshis, whichever direction; inclusive.`,
    }),
  )

const STATES = ['pending', 'success', 'failed'] as const

/** Query parameters that choose payments of a wallet. Those with an operator are written as LNbits' programs write them. */
export const PAYMENT_FILTER_QUERY = {
  status: literals(STATES, 'Only payments that stand so.'),
  'status[ne]': literals(STATES, 'Only payments that do not stand so.'),
  direction: literals(['in', 'out'], 'Only received, or only sent.'),
  tag: Type.Optional(
    Type.Array(Type.String({ maxLength: 640, pattern: '^[^\\u0000]*$' }), {
      maxItems: 20,
      description: 'Only with this `extra.tag`; repeated: with one of these.',
    }),
  ),
  label: searchText('Only with this label.'),
  contact: searchText('Only those noted for this contact: its id.'),
  held: Type.Optional(Type.Boolean({ description: 'True: only payments held for you to settle or cancel.' })),
  min: sats('At least.'),
  max: sats('At most.'),
  memo: searchText('Only with exactly this memo.'),
  search: searchText(
    'Only with this text in memo, tag, the comment sent along, note, labels or the name of the contact; case-insensitive. 8 or more digits of a payment hash find it, too.',
  ),
  from: seconds('Not older than this second.'),
  to: seconds('Not newer than this second.'),
  'time[ge]': seconds('As `from`.'),
  'time[gt]': seconds('Newer than this second.'),
  'time[le]': seconds('As `to`.'),
  'time[lt]': seconds('Older than this second.'),
  wallet_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'With an access token: id of one of your wallets; `all` = all of them, and those shared with you whose payments you may view.',
    }),
  ),
  wallets: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 200,
      description: 'Repeatable, with `wallet_id=all`: only these wallets. 404 if you may not view the payments of one.',
    }),
  ),
} as const

/** The filters in the query of a list. */
export interface FilterQuery extends Omit<PaymentFilter, 'walletIds' | 'statusNot'> {
  readonly 'status[ne]'?: PaymentFilter['statusNot']
  readonly 'time[ge]'?: number
  readonly 'time[gt]'?: number
  readonly 'time[le]'?: number
  readonly 'time[lt]'?: number
}

/** All given filters must match. */
export function filtersOf(query: FilterQuery): Omit<PaymentFilter, 'walletIds'> {
  const { 'status[ne]': statusNot, 'time[ge]': least, 'time[gt]': below, 'time[le]': most, 'time[lt]': above } = query
  const from = [query.from, least, below === undefined ? undefined : below + 1].filter((one) => one !== undefined)
  const to = [query.to, most, above === undefined ? undefined : above - 1].filter((one) => one !== undefined)
  return {
    ...query,
    statusNot,
    from: from.length === 0 ? undefined : Math.max(...from),
    to: to.length === 0 ? undefined : Math.min(...to),
  }
}
