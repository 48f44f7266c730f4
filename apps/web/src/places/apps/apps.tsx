import { useState } from 'preact/hooks'
import { type ExtensionRow, useExtensions } from '../../api/extensions.ts'
import { locale, t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { CATEGORIES, type Category, categoryIcon } from '../../parts/icons/category-icon.ts'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

/** The person's extensions, then those that can be switched on, by category. */
export function Apps() {
  const { data, error, refetch } = useExtensions()
  return (
    <Page title={t('nav.apps')}>
      {data !== undefined ? (
        <Known rows={data} />
      ) : error === null ? (
        <Skeleton />
      ) : (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const SEARCH_FROM = 8

function Known({ rows }: { readonly rows: readonly ExtensionRow[] }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase(locale())
  const found = rows.filter((row) =>
    `${row.name} ${row.short_description}`.toLocaleLowerCase(locale()).includes(wanted),
  )
  const sections = sectionsOf(found)
  return (
    <>
      {rows.length >= SEARCH_FROM && (
        <Field label={t('apps.search')} type="search" value={search} onValue={setSearch} autocomplete="off" />
      )}
      {sections.length === 0 && (
        <EmptyState icon="apps" title={rows.length === 0 ? t('apps.none') : t('apps.nothing-found')} />
      )}
      {sections.map(({ name, rows: shown }) => (
        <section key={name} class="stack" aria-label={name}>
          <h2>{name}</h2>
          <List label={name}>
            {shown.map((row) => (
              <LinkRow
                key={row.id}
                to={`/apps/${row.id}`}
                icon={categoryIcon(row.category)}
                title={row.name}
                note={<span dir="auto">{row.short_description}</span>}
              />
            ))}
          </List>
        </section>
      ))}
    </>
  )
}

/** Excludes packages that are missing or cannot run. */
function sectionsOf(rows: readonly ExtensionRow[]) {
  const usable = rows.filter(({ runs, available }) => runs && available)
  const mine = usable.filter(({ active }) => active)
  const rest = usable.filter(({ active }) => !active)
  const others = rows.filter(({ runs, available }) => !runs || !available)
  return [
    { name: t('apps.mine'), rows: mine },
    ...CATEGORIES.map((category) => ({ name: nameOf(category), rows: rest.filter((row) => isOf(row, category)) })),
    { name: t('apps.other'), rows: rest.filter((row) => !CATEGORIES.some((category) => isOf(row, category))) },
    { name: t('apps.not-here'), rows: others },
  ].filter((section) => section.rows.length > 0)
}

const isOf = ({ category }: ExtensionRow, wanted: Category): boolean => category === wanted

function nameOf(category: Category): string {
  switch (category) {
    case 'receive':
      return t('apps.receive')
    case 'shop':
      return t('apps.shop')
    case 'pay':
      return t('apps.pay')
    case 'connect':
      return t('apps.connect')
    case 'device':
      return t('apps.device')
    case 'identity':
      return t('apps.identity')
    case 'automate':
      return t('apps.automate')
  }
}
