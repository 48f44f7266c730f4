import { useState } from 'preact/hooks'
import { dayBounds } from '../../language/day-bounds.ts'
import { t } from '../../language/language.ts'
import type { Rate } from '../../money/money.ts'
import { Chart } from '../../parts/chart/chart.tsx'
import { dayText, firstDayOf, type Group, periodsOf, pointsOf, type Series } from '../../parts/chart/periods.ts'
import { useHistory } from '../../parts/chart/use-history.ts'
import { Tabs } from '../../parts/tabs.tsx'
import type { Filter, markedBy } from './filter.ts'

const PERIODS: Readonly<Record<Group, number>> = { day: 31, week: 26, month: 24 }

const SERIES: Readonly<Record<'in' | 'out' | 'both', readonly Series[]>> = {
  in: ['in'],
  out: ['out', 'fees'],
  both: ['in', 'out', 'fees'],
}

/** What the payments of the filter brought and cost by day, week or month: the last ones of its period. */
export function Moves({
  filter,
  marked,
  rate,
}: {
  readonly filter: Filter
  readonly marked: ReturnType<typeof markedBy>
  readonly rate: Rate | undefined
}) {
  const [group, setGroup] = useState<Group>('day')
  const today = dayText(new Date())
  const last = filter.to !== undefined && filter.to < today ? filter.to : today
  const dates = periodsOf(group, PERIODS[group], firstDayOf(last), filter.from)
  const first = dayText(firstDayOf(dates[0] ?? last))
  const from = filter.from !== undefined && filter.from > first ? filter.from : first
  const { data } = useHistory({ ...marked, group, ...dayBounds({ from, to: filter.to }) })
  return (
    <Tabs
      label={t('chart.by')}
      tabs={[
        { id: 'day', label: t('chart.day') },
        { id: 'week', label: t('chart.week') },
        { id: 'month', label: t('chart.month') },
      ]}
      current={group}
      onChange={setGroup}
    >
      <Chart
        label={t('chart.moves')}
        series={SERIES[filter.direction ?? 'both']}
        group={group}
        points={data && pointsOf(dates, data, 0n)}
        rate={rate}
      />
    </Tabs>
  )
}
