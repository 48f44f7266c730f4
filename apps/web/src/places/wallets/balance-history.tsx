import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { dayBounds } from '../../language/day-bounds.ts'
import { t } from '../../language/language.ts'
import { msatOf, type Rate } from '../../money/money.ts'
import { Chart } from '../../parts/chart/chart.tsx'
import { dayText, type Group, monthsSince, periodsOf, pointsOf } from '../../parts/chart/periods.ts'
import { useHistory } from '../../parts/chart/use-history.ts'
import { Problem } from '../../parts/problem.tsx'
import { Tabs } from '../../parts/tabs.tsx'

type Range = 'days' | 'months' | 'all'

/** Without a count: from the first payment on. */
const RANGES: Readonly<Record<Range, { readonly group: Group; readonly count?: number }>> = {
  days: { group: 'day', count: 30 },
  months: { group: 'week', count: 53 },
  all: { group: 'month' },
}

/** The balance of a wallet over time. */
export function BalanceHistory({ wallet, rate }: { readonly wallet: Wallet; readonly rate: Rate | undefined }) {
  const [range, setRange] = useState<Range>('days')
  const { group, count } = RANGES[range]
  const now = new Date()
  const begin = count === undefined ? undefined : periodsOf(group, count, now)[0]
  const { data, error, refetch } = useHistory({ wallet_id: wallet.id, group, ...dayBounds({ from: begin }) })
  const dates = periodsOf(group, count ?? monthsSince(data?.[0]?.date ?? dayText(now), now), now)
  return (
    <Tabs
      label={t('wallets.chart')}
      tabs={[
        { id: 'days', label: t('wallets.chart-days') },
        { id: 'months', label: t('wallets.chart-months') },
        { id: 'all', label: t('wallets.chart-all') },
      ]}
      current={range}
      onChange={setRange}
    >
      <Problem error={error} onRetry={() => void refetch()} />
      <Chart
        label={t('wallets.chart')}
        series={['balance']}
        group={group}
        points={data && pointsOf(dates, data, msatOf(wallet.balance))}
        rate={rate}
      />
    </Tabs>
  )
}
