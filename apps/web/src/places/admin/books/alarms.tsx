import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import type { AnswerOf } from '../../../api/routes.ts'
import { fullTime } from '../../../language/dates.ts'
import { named } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Checkbox } from '../../../parts/choices.tsx'
import { List, TextRow } from '../../../parts/list-row.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { refreshOperator } from '../operator.ts'
import { alarmText } from './alarm-text.ts'

type Alarm = AnswerOf<'GET /api/v1/admin/alarms'>['data'][number]

const PAGE = 20

/** Alarms, newest first, each with its meaning; an operator acknowledges them. */
export function Alarms() {
  const [all, setAll] = useState(false)
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'alarms', all, pages],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/alarms', { query: { all, limit: Math.min(100, pages * PAGE), offset: 0 } }, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <section class="stack" aria-label={t('admin.alarms')}>
      <h2>{t('admin.alarms')}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.total === 0 ? (
        <p class="quiet-text">{t('admin.no-alarm')}</p>
      ) : (
        <List label={t('admin.alarms')}>
          {data.data.map((alarm) => (
            <AlarmLine key={alarm.id} alarm={alarm} />
          ))}
        </List>
      )}
      {data !== undefined && data.total > data.data.length && pages * PAGE < 100 && (
        <Button wide onClick={() => setPages(pages + 1)}>
          {t('admin.more-users')}
        </Button>
      )}
      <Checkbox label={t('admin.alarms-all')} on={all} onChange={setAll} />
    </section>
  )
}

function AlarmLine({ alarm }: { readonly alarm: Alarm }) {
  const task = useTask()
  const { title, advice } = alarmText(alarm.kind)
  const isOpen = alarm.acknowledged_at === null
  const set = async (): Promise<void> => {
    await call('PUT /api/v1/admin/alarms/{id}', { path: { id: String(alarm.id) }, body: { acknowledged: isOpen } })
    await refreshOperator()
  }
  const action = isOpen ? t('admin.acknowledge') : t('admin.reopen')
  return (
    <>
      <TextRow
        icon={isOpen ? 'warning' : 'check'}
        title={title}
        note={
          <>
            {fullTime(alarm.at)}
            <br />
            <span lang="en" dir="auto">
              {alarm.detail}
            </span>
            {advice !== undefined && (
              <>
                <br />
                {advice}
              </>
            )}
          </>
        }
      />
      <li class="row">
        <Button wide busy={task.busy} onClick={() => task.run(set)} label={named(action, title)}>
          {action}
        </Button>
        <Problem error={task.error} />
      </li>
    </>
  )
}
