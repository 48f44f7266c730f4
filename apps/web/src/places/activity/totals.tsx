import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { locale, t } from '../../language/language.ts'
import { type Msat, msatOf, satToMsat } from '../../money/money.ts'
import { signedSatText } from '../../parts/amount.tsx'
import { type Filter, isOfDone, markedBy } from './filter.ts'
import type { LoadedPayments } from './loaded-payments.ts'

interface Sums {
  readonly income: Msat
  readonly spending: Msat
}

/** The number of payments of the filter, and their sums where the service knows them. */
export function Totals({ filter, loaded }: { readonly filter: Filter; readonly loaded: LoadedPayments }) {
  const isComplete = loaded.cursor === undefined
  const sums = useSums(filter, !isComplete && isSummed(filter))
  const { income, spending } = (isComplete ? addUp(loaded) : sums) ?? {}
  return (
    <p class="totals" role="status">
      <span>
        {t('activity.count', {
          count: loaded.total,
          shown: new Intl.NumberFormat(locale()).format(loaded.total),
        })}
      </span>
      {income !== undefined && filter.direction !== 'out' && <span class="amount-in">{signedSatText(income)}</span>}
      {spending !== undefined && spending !== 0n && filter.direction !== 'in' && (
        <span>{signedSatText(-spending)}</span>
      )}
    </p>
  )
}

/** The service sums successful payments, by when they succeeded; the period of a list is that of their creation. */
const isSummed = (filter: Filter): boolean => isOfDone(filter) && filter.from === undefined && filter.to === undefined

const useSums = (filter: Filter, enabled: boolean): Sums | undefined =>
  useQuery({ queryKey: ['history', 'sums', filter], queryFn: ({ signal }) => readSums(filter, signal), enabled }).data

async function readSums(filter: Filter, signal: AbortSignal): Promise<Sums> {
  const query = { ...markedBy(filter), group: 'month' } as const
  const months = await call('GET /api/v1/payments/history', { query }, { signal })
  const sum = (of: 'income' | 'spending'): Msat => satToMsat(months.reduce((all, month) => all + BigInt(month[of]), 0n))
  return { income: sum('income'), spending: sum('spending') }
}

function addUp({ rows }: LoadedPayments): Sums {
  const done = rows.filter(({ status }) => status === 'success').map((row) => msatOf(row.amount_msat))
  const sum = (amounts: readonly Msat[]): Msat => amounts.reduce((all, amount) => all + amount, 0n)
  return { income: sum(done.filter((amount) => amount > 0n)), spending: -sum(done.filter((amount) => amount < 0n)) }
}
