import { useState } from 'preact/hooks'
import { Isolated } from '../../../language/isolated.tsx'
import { locale, t } from '../../../language/language.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Field } from '../../../parts/field.tsx'
import { LinkRow, List } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type InstalledExtension, isHere, stateText, useInstalled } from './installed.ts'

/** The installed apps, then the available ones. */
export function Extensions() {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useInstalled()
  const wanted = search.trim().toLocaleLowerCase(locale())
  const found = data?.filter(({ id, name, short_description: about }) =>
    `${id} ${name} ${about}`.toLocaleLowerCase(locale()).includes(wanted),
  )
  return (
    <Page title={t('admin.extensions')} back="/admin">
      <Field label={t('admin.find-app')} type="search" value={search} onValue={setSearch} autocomplete="off" />
      <Problem error={error} onRetry={() => void refetch()} />
      {found === undefined ? (
        error === null && <Skeleton />
      ) : found.length === 0 ? (
        <EmptyState icon="apps" title={t('admin.no-app')} />
      ) : (
        <>
          <Part title={t('admin.apps-here')} rows={found.filter(isHere)} />
          <Part title={t('admin.apps-offered')} rows={found.filter((row) => !isHere(row))} />
        </>
      )}
    </Page>
  )
}

function Part({ title, rows }: { readonly title: string; readonly rows: readonly InstalledExtension[] }) {
  if (rows.length === 0) return null
  return (
    <section class="stack" aria-label={title}>
      <h2>{title}</h2>
      <List label={title}>
        {rows.map((row) => (
          <LinkRow
            key={row.id}
            to={`/admin/extensions/${row.id}`}
            icon="apps"
            title={<Isolated>{row.name}</Isolated>}
            note={
              <>
                {stateText(row)}
                {' · '}
                <Isolated>{row.version}</Isolated>
                {' · '}
                {t('admin.app-users', { count: row.accounts_active })}
              </>
            }
          />
        ))}
      </List>
    </section>
  )
}
