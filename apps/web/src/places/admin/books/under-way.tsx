import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { durationText } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { msatOf } from '../../../money/money.ts'
import { preciseSatText } from '../../../parts/amount.tsx'
import { Button } from '../../../parts/button.tsx'
import { LinkRow, List } from '../../../parts/list-row.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import type { OperatorPayment } from '../operator.ts'
import { stateText } from './state-text.ts'

const PAGE = 50

/** Unfinished payments of all wallets, oldest first. */
export function UnderWay() {
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'payments', pages],
    queryFn: ({ signal }) => listPages(pages, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <section class="stack" aria-label={t('admin.under-way')}>
      <h2>{t('admin.under-way')}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.total === 0 ? (
        <p class="quiet-text">{t('admin.nothing-under-way')}</p>
      ) : (
        <List label={t('admin.under-way')}>
          {data.payments.map((payment) => (
            <LinkRow
              key={payment.checking_id}
              to={`/admin/books/${payment.payment_hash}/${payment.checking_id}`}
              icon={payment.direction === 'in' ? 'receive' : 'send'}
              title={stateText(payment).title}
              note={t('admin.age', { age: durationText(payment.age_seconds) })}
              end={preciseSatText(msatOf(payment.amount_msat))}
            />
          ))}
        </List>
      )}
      {data !== undefined && data.total > data.payments.length && (
        <Button wide onClick={() => setPages(pages + 1)}>
          {t('admin.more-users')}
        </Button>
      )}
    </section>
  )
}

async function listPages(
  pages: number,
  signal: AbortSignal,
): Promise<{ readonly payments: readonly OperatorPayment[]; readonly total: number }> {
  const payments: OperatorPayment[] = []
  for (let page = 0; ; page += 1) {
    const query = { limit: PAGE, offset: page * PAGE }
    const part = await call('GET /api/v1/admin/payments', { query }, { signal })
    payments.push(...part.data)
    if (page + 1 === pages || part.data.length < PAGE) return { payments, total: part.total }
  }
}
