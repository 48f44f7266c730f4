import { Type } from 'typebox'

export const HistoryRow = Type.Object(
  {
    date: Type.String({ description: 'The period, UTC or by `tz`; a week by its Monday.', examples: ['2026-11-20'] }),
    income: Type.Integer({ description: 'Satoshis received.' }),
    spending: Type.Integer({ description: 'Satoshis sent, without fees.' }),
    fees_msat: Type.Optional(Type.Integer({ description: 'Fees paid: millisatoshis.' })),
    balance_msat: Type.Optional(
      Type.Integer({ description: 'At the end of the period, what is reserved included: millisatoshis.' }),
    ),
  },
  { $id: 'PaymentHistoryRow', description: 'Succeeded payments of one period.' },
)

export const TagCount = Type.Object(
  {
    tag: Type.String({ description: '`extra.tag`, or empty.' }),
    count: Type.Integer({ description: 'Succeeded payments.' }),
  },
  { $id: 'PaymentCountByTag', description: 'Succeeded payments with one tag.' },
)

export const WalletStatistics = Type.Object(
  {
    wallet_id: Type.String({ description: 'The wallet.' }),
    wallet_name: Type.String({ description: 'Its name.' }),
    total_income: Type.Integer({ description: 'Satoshis received.' }),
    total_spending: Type.Integer({ description: 'Satoshis sent, without fees.' }),
    payment_count: Type.Integer({ description: 'Succeeded payments.' }),
  },
  { $id: 'WalletStatistics', description: 'Succeeded payments of one wallet.' },
)

export const DailyStatistics = Type.Object(
  {
    date: Type.String({ description: 'The day, UTC.', examples: ['2026-11-20'] }),
    count: Type.Integer({ description: 'Succeeded payments.' }),
    total: Type.Integer({ description: 'Satoshis moved, in and out.' }),
  },
  { $id: 'DailyStatistics', description: 'Succeeded payments of one day.' },
)
