import { Type } from 'typebox'

const value = (what: string) =>
  Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description: `${what}, in \`currency\`, each payment at the rate of its time; null if one of these rates is unknown.`,
    }),
  )

export const HistoryRow = Type.Object(
  {
    date: Type.String({
      description: 'Start of the period, in UTC or by `tz`; for a week its Monday.',
      examples: ['2026-11-20'],
    }),
    income: Type.Integer({ description: 'Received, satoshis.' }),
    spending: Type.Integer({ description: 'Sent, satoshis without fees.' }),
    fees_msat: Type.Optional(Type.Integer({ description: 'Fees paid, millisatoshis.' })),
    change_msat: Type.Optional(
      Type.Integer({ description: 'Change of the balance in the period, with all fees, millisatoshis.' }),
    ),
    balance_msat: Type.Optional(
      Type.Integer({ description: 'Balance at the end of the period with reserved amounts, millisatoshis.' }),
    ),
    income_value: value('Received'),
    spending_value: value('Sent, without fees'),
  },
  { $id: 'PaymentHistoryRow', description: 'Succeeded payments of one period.' },
)

export const TagCount = Type.Object(
  {
    tag: Type.String({ description: '`extra.tag`, or empty.' }),
    count: Type.Integer({ description: 'Number of succeeded payments.' }),
  },
  { $id: 'PaymentCountByTag', description: 'Succeeded payments with one tag.' },
)

export const WalletStatistics = Type.Object(
  {
    wallet_id: Type.String({ description: 'Id of the wallet.' }),
    wallet_name: Type.String({ description: 'Name of the wallet.' }),
    total_income: Type.Integer({ description: 'Received, satoshis.' }),
    total_spending: Type.Integer({ description: 'Sent, satoshis without fees.' }),
    payment_count: Type.Integer({ description: 'Number of succeeded payments.' }),
  },
  { $id: 'WalletStatistics', description: 'Succeeded payments of one wallet.' },
)

export const DailyStatistics = Type.Object(
  {
    date: Type.String({ description: 'Day, UTC.', examples: ['2026-11-20'] }),
    count: Type.Integer({ description: 'Number of succeeded payments.' }),
    total: Type.Integer({ description: 'Received plus sent, satoshis.' }),
  },
  { $id: 'DailyStatistics', description: 'Succeeded payments of one day.' },
)
