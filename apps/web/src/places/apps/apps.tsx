import { useState } from 'preact/hooks'
import { type ExtensionRow, useExtensions } from '../../api/extensions.ts'
import { locale, t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { AppIcon } from '../../parts/icons/app-icon.tsx'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import './apps.css'
import '../../parts/state-pill.css'

/** The person's extensions, then those that can be switched on, by purpose. */
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
  const [onlyShops, setOnlyShops] = useState(false)
  const wanted = searchable(search.trim())
  const found = rows.filter(
    (row) => (row.for_shops || !onlyShops) && searchable(`${row.name} ${row.short_description}`).includes(wanted),
  )
  const sections = sectionsOf(found)
  return (
    <>
      {rows.length >= SEARCH_FROM && (
        <div class="app-search">
          <Field label={t('apps.search')} type="search" value={search} onValue={setSearch} autocomplete="off" />
          <Button
            icon={onlyShops ? 'check' : 'filter'}
            aria-pressed={onlyShops}
            onClick={() => setOnlyShops(!onlyShops)}
          >
            {t('apps.for-shops')}
          </Button>
        </div>
      )}
      {sections.length === 0 && (
        <EmptyState icon="apps" title={rows.length === 0 ? t('apps.none') : t('apps.nothing-found')} />
      )}
      {sections.map(({ name, rows: shown }) => (
        <section key={name} class="app-section" aria-label={name}>
          <h2>{name}</h2>
          <List label={name}>
            {shown.map((row) => (
              <LinkRow
                key={row.id}
                to={`/apps/${row.id}`}
                picture={<AppIcon {...row} />}
                title={row.name}
                note={<Note row={row} isMarked={row.for_shops && name !== t('apps.sell')} />}
              />
            ))}
          </List>
        </section>
      ))}
    </>
  )
}

/** The section *Sell* is for shops anyway. */
function Note({ row, isMarked }: { readonly row: ExtensionRow; readonly isMarked: boolean }) {
  return (
    <>
      <span dir="auto">{row.short_description}</span>
      {isMarked && (
        <>
          <br />
          <span class="pill app-mark">{t('apps.for-shops')}</span>
        </>
      )}
    </>
  )
}

/** Lower case, without accents: `cafe` finds `Café`. */
const searchable = (text: string): string => text.toLocaleLowerCase(locale()).normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Excludes packages that are missing or cannot run. */
function sectionsOf(rows: readonly ExtensionRow[]) {
  const usable = rows.filter(({ runs, available }) => runs && available)
  const rest = usable.filter(({ active }) => !active)
  const others = rows.filter(({ runs, available }) => !runs || !available)
  return [
    { name: t('apps.mine'), rows: usable.filter(({ active }) => active) },
    { name: t('apps.sell'), rows: rest.filter(({ layout }) => layout === 'sell') },
    { name: t('apps.get-paid'), rows: rest.filter(({ layout }) => layout === 'get-paid') },
    { name: t('apps.connect'), rows: rest.filter(({ layout }) => layout === 'connect') },
    { name: t('apps.not-here'), rows: others },
  ].filter((section) => section.rows.length > 0)
}
