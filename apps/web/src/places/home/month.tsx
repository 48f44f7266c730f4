import { Link } from 'wouter-preact'
import { dayBounds } from '../../language/day-bounds.ts'
import { t } from '../../language/language.ts'
import { useRate } from '../../money/use-rate.ts'
import { Chart } from '../../parts/chart/chart.tsx'
import { periodsOf, pointsOf } from '../../parts/chart/periods.ts'
import { useHistory } from '../../parts/chart/use-history.ts'

const DAYS = 30

/** What came in and went out in the last 30 days; nothing where nothing moved. */
export function Month({ walletId }: { readonly walletId: string }) {
  const rate = useRate()
  const dates = periodsOf('day', DAYS, new Date())
  const { data } = useHistory({ wallet_id: walletId, group: 'day', ...dayBounds({ from: dates[0] }) })
  if (data === undefined || data.length === 0) return null
  return (
    <section class="stack" aria-labelledby="last-days">
      <h2 id="last-days">
        <Link class="heading-link" href="/activity">
          {t('home.last-days')}
        </Link>
      </h2>
      <Chart
        label={t('chart.moves')}
        series={['in', 'out']}
        group="day"
        points={pointsOf(dates, data, 0n)}
        rate={rate}
        calm
      />
    </section>
  )
}
