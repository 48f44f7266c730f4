import { useQuery } from '@tanstack/preact-query'
import { call } from '../../../api/call.ts'
import { fullTime } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { LinkRow, List } from '../../../parts/list-row.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { alarmText } from '../books/alarm-text.ts'
import { countText } from './tiles.tsx'

const SHOWN = 3

/** The newest alarms that no operator has acknowledged. `count`: of all. */
export function OpenAlarms({ count }: { readonly count: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'alarms', 'newest'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/alarms', { query: { all: false, limit: SHOWN, offset: 0 } }, { signal }),
    staleTime: 0,
    enabled: count > 0,
  })
  return (
    <section class="stack" aria-labelledby="open-alarms">
      <h2 id="open-alarms">{t('admin.alarms')}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      {count === 0 ? (
        <p class="quiet-text">{t('admin.no-alarm')}</p>
      ) : (
        <List label={t('admin.alarms')}>
          {data?.data.map(({ id, kind, at }) => (
            <LinkRow key={id} to="/admin/books" icon="warning" title={alarmText(kind).title} note={fullTime(at)} />
          ))}
          {count > SHOWN && (
            <LinkRow to="/admin/books" icon="activity" title={t('admin.all-alarms', { count: countText(count) })} />
          )}
        </List>
      )}
    </section>
  )
}
