import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useWallets } from '../../api/wallets.ts'
import { dayBounds } from '../../language/day-bounds.ts'
import { Isolated } from '../../language/isolated.tsx'
import { locale, t } from '../../language/language.ts'
import { msatOf, satToMsat } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Select } from '../../parts/field.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { barsOf, datesOf, type Group, type HistoryRow, lineOf, type Point, pointsOf } from './chart-points.ts'

/** The balance of a wallet over time: a line, bars, and a table. */
export function History({ id }: { readonly id: string }) {
  const [group, setGroup] = useState<Group>('day')
  const wallet = useWallets().data?.find((each) => each.id === id)
  const dates = datesOf(group, new Date())
  const { data, error, refetch } = useQuery({
    queryKey: ['history', 'periods', id, group],
    queryFn: ({ signal }) => readHistory(id, group, dates[0] ?? '', signal),
  })
  return (
    <Page title={t('wallets.chart')} back={`/wallets/${id}`}>
      {wallet !== undefined && (
        <p>
          <Isolated>{wallet.name}</Isolated>
        </p>
      )}
      <Select
        label={t('wallets.chart-by')}
        value={group}
        options={[
          { value: 'day', label: t('wallets.chart-day') },
          { value: 'week', label: t('wallets.chart-week') },
          { value: 'month', label: t('wallets.chart-month') },
        ]}
        onValue={setGroup}
      />
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.length === 0 ? (
        <EmptyState icon="activity" title={t('wallets.chart-empty')} />
      ) : (
        <>
          <Charts group={group} points={pointsOf(dates, data)} />
          <InWords group={group} rows={data} />
        </>
      )}
    </Page>
  )
}

const readHistory = (
  walletId: string,
  group: Group,
  first: string,
  signal: AbortSignal,
): Promise<readonly HistoryRow[]> => {
  const { from = 0 } = dayBounds({ from: group === 'month' ? `${first}-01` : first })
  const tz = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return call('GET /api/v1/payments/history', { query: { wallet_id: walletId, group, from, tz } }, { signal })
}

const WIDTH = 320
const HEIGHT = 96

function Charts({ group, points }: { readonly group: Group; readonly points: readonly Point[] }) {
  const [first, last] = [points[0], points.at(-1)]
  const span = { from: dateText(group, first?.date ?? ''), to: dateText(group, last?.date ?? '') }
  if (last?.balanceMsat === undefined) return null
  const amount = satText(msatOf(last.balanceMsat))
  const [balance, moves] = [t('wallets.chart-balance', { ...span, amount }), t('wallets.chart-moves', span)]
  const line = lineOf(points, WIDTH, HEIGHT)
  return (
    <>
      <figure class="chart">
        <svg viewBox={`-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`} role="img" aria-label={balance}>
          <path class="chart-axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
          {line.isSingle && <path class="chart-level" d={`M0 ${line.end?.y ?? 0}H${WIDTH}`} />}
          <path class="chart-line" d={line.path} />
          {line.end !== undefined && <circle class="chart-end" cx={line.end.x} cy={line.end.y} r="5" />}
        </svg>
        <figcaption aria-hidden="true">{balance}</figcaption>
      </figure>
      <figure class="chart">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={moves}>
          {barsOf(points, WIDTH, HEIGHT).map(({ x, width, income, spending }) => (
            <g key={x}>
              <rect class="chart-in" x={x} width={width} y={HEIGHT / 2 - income} height={income} />
              <rect class="chart-out" x={x} width={width} y={HEIGHT / 2} height={spending} />
            </g>
          ))}
          <path class="chart-axis" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        </svg>
        <figcaption aria-hidden="true">{moves}</figcaption>
      </figure>
    </>
  )
}

/** The charts' data as text, newest first. */
function InWords({ group, rows }: { readonly group: Group; readonly rows: readonly HistoryRow[] }) {
  return (
    <List label={t('wallets.chart-list')}>
      {rows.toReversed().map(({ date, income, spending, fees_msat: fees, balance_msat: balance }) => (
        <TextRow
          key={date}
          title={dateText(group, date)}
          note={t('wallets.chart-row', {
            income: satText(satToMsat(BigInt(income))),
            spending: satText(satToMsat(BigInt(spending))),
            fees: fees === undefined ? '–' : satText(msatOf(fees)),
          })}
          end={balance === undefined ? undefined : satText(msatOf(balance))}
        />
      ))}
    </List>
  )
}

function dateText(group: Group, date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const shape: Intl.DateTimeFormatOptions =
    group === 'month' ? { month: 'long', year: 'numeric' } : { day: 'numeric', month: 'short', year: 'numeric' }
  const text = new Intl.DateTimeFormat(locale(), shape).format(new Date(year, month - 1, day))
  return group === 'week' ? t('wallets.chart-week-from', { day: text }) : text
}
