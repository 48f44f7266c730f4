import { shortTime } from '../../language/dates.ts'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Grants } from './grants.tsx'
import { OtherWays } from './other-ways.tsx'
import { rightsText } from './presets.ts'
import { secondsOf } from './seconds-of.ts'
import { useConnections } from './use-connections.ts'

/** Access lists of programs and what each may do. */
export function ConnectionList() {
  const { data, error, refetch } = useConnections()
  return (
    <Page title={t('connect.title')} back="/more">
      <ButtonLink to="/connections/new" icon="plus" look="primary" wide>
        {t('connect.new')}
      </ButtonLink>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.length === 0 ? (
        <EmptyState icon="key" title={t('connect.none')}>
          <p>{t('connect.none-note')}</p>
        </EmptyState>
      ) : (
        <List label={t('connect.title')}>
          {data.map(({ id, name, allowed_endpoints: entries, tokens }) => (
            <LinkRow
              key={id}
              to={`/connections/${id}`}
              icon="key"
              title={name}
              note={joined([rightsText(entries), lastUseText(tokens)])}
            />
          ))}
        </List>
      )}
      <OtherWays />
      <Grants />
    </Page>
  )
}

function lastUseText(tokens: readonly { readonly last_used_at: string | null }[]): string {
  const last = tokens
    .flatMap(({ last_used_at: at }) => (at === null ? [] : [at]))
    .toSorted()
    .at(-1)
  return last === undefined ? t('connect.never-used') : t('connect.last-used', { time: shortTime(secondsOf(last)) })
}
