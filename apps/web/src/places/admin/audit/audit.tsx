import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { type ExtensionRow, useExtensions } from '../../../api/extensions.ts'
import { fullTime } from '../../../language/dates.ts'
import { dayBounds } from '../../../language/day-bounds.ts'
import { Isolated } from '../../../language/isolated.tsx'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ButtonRow, List } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { ListEnd } from '../../../routing/list-end.tsx'
import { actionText } from './action-text.ts'
import { type AuditFilter, AuditFilterDialog, EVERYTHING } from './audit-filter.tsx'
import { type AuditLine, actorText } from './audit-line.ts'
import { aboutText } from './detail-text.ts'
import { LineDialog } from './line-dialog.tsx'

const FIRST_PAGE: { readonly cursor?: string } = {}

/** The audit log, newest first; loads the next page before the end is reached. */
export function Audit() {
  const [filter, setFilter] = useState(EVERYTHING)
  const [filtering, setFiltering] = useState(false)
  const [line, setLine] = useState<AuditLine | undefined>(undefined)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['operator', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/api/v1/audit', { query: { ...queryOf(filter), ...pageParam, limit: 50 } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === undefined ? undefined : { cursor }),
    staleTime: 0,
  })
  const { data: apps = [] } = useExtensions()
  const lines = data?.pages.flatMap((page) => page.data)
  return (
    <Page title={t('admin.audit')} back="/admin">
      <Button icon="filter" wide aria-pressed={filter !== EVERYTHING} onClick={() => setFiltering(true)}>
        {filter === EVERYTHING ? t('admin.filter') : t('admin.filter-on', { count: data?.pages[0]?.total ?? 0 })}
      </Button>
      {lines === undefined ? (
        error === null && <Skeleton />
      ) : lines.length === 0 ? (
        <EmptyState icon="search" title={t('admin.no-line')} />
      ) : (
        <div class="endless">
          <List label={t('admin.audit')}>
            {lines.map((each) => (
              <AuditRow key={each.id} line={each} apps={apps} onClick={() => setLine(each)} />
            ))}
          </List>
          {hasNextPage && !isFetchingNextPage && (
            <ListEnd onReached={() => void fetchNextPage()} count={lines.length} />
          )}
        </div>
      )}
      <Problem error={error} onRetry={() => void refetch()} />
      {filtering && (
        <AuditFilterDialog
          filter={filter}
          onShow={(wanted) => {
            setFilter(wanted)
            setFiltering(false)
          }}
          onClose={() => setFiltering(false)}
        />
      )}
      {line !== undefined && (
        <LineDialog
          line={line}
          onFilter={(wanted) => {
            setFilter({ ...EVERYTHING, ...wanted })
            setLine(undefined)
          }}
          onClose={() => setLine(undefined)}
        />
      )}
    </Page>
  )
}

function AuditRow({
  line,
  apps,
  onClick,
}: {
  readonly line: AuditLine
  readonly apps: readonly ExtensionRow[]
  readonly onClick: () => void
}) {
  const about = aboutText(line)
  const name = apps.find(({ id }) => id === about)?.name ?? about
  return (
    <ButtonRow
      title={actionText(line.action)}
      note={
        <>
          <Isolated>{actorText(line)}</Isolated>
          {' · '}
          {fullTime(line.at)}
          {name !== undefined && (
            <>
              {' · '}
              <Isolated>{name}</Isolated>
            </>
          )}
        </>
      }
      onClick={onClick}
    />
  )
}

const queryOf = ({ actor, action, subject, from, to }: AuditFilter) => ({
  ...(actor !== '' && { actor }),
  ...(action !== '' && { action }),
  ...(subject !== '' && { subject }),
  ...dayBounds({ from: from === '' ? undefined : from, to: to === '' ? undefined : to }),
})
