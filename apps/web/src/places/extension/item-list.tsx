import { useEffect, useState } from 'preact/hooks'
import type { Description, Item } from '../../api/extensions.ts'
import { useWallet, useWallets } from '../../api/wallets.ts'
import { joined, named } from '../../language/joined.ts'
import { locale, t } from '../../language/language.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Around, fieldText } from './field-text.ts'
import { type Rows, titleOf, useItems } from './items.ts'
import { StateMark } from './layout/state-mark.tsx'
import { stateOfItem } from './layout/state-of.ts'
import { SubList } from './layout/sub-list.tsx'
import { useAround } from './use-around.ts'

/** All items of an extension in all wallets of the person. */
export function ItemList({ description }: { readonly description: Description }) {
  const items = useItems(description)
  const wallet = useWallet()
  const { id, name, about, noun, lists } = description
  return (
    <Page title={name} back="/apps">
      <p class="quiet-text">{about}</p>
      <ButtonLink to={`/apps/${id}/new`} icon="plus" look="primary" wide>
        {t('ext.new', { what: noun.one })}
      </ButtonLink>
      <Items description={description} items={items} />
      {wallet !== undefined &&
        lists
          .filter(({ of }) => of === 'extension')
          .map((list) => <SubList key={list.id} list={list} path={`${list.path}?wallet_id=${wallet.id}`} />)}
      <List>
        <LinkRow to={`/apps/${id}/about`} icon="shield" title={t('ext.about')} note={t('ext.about-note')} />
      </List>
    </Page>
  )
}

const SEARCH_FROM = 8

function Items({ description, items }: { readonly description: Description; readonly items: Rows<Item> }) {
  const [search, setSearch] = useState('')
  const { rows, hasMore, more, busy, error, retry } = items
  // A search must cover all pages: load until the last one.
  useEffect(() => {
    if (search !== '' && hasMore && !busy && error === null) more()
  })
  if (rows === undefined) return error === null ? <Skeleton /> : <Problem error={error} onRetry={retry} />
  if (rows.length === 0) return <EmptyState icon="apps" title={t('ext.empty', { what: description.noun.many })} />
  return (
    <>
      {rows.length >= SEARCH_FROM && (
        <Field label={t('ext.search')} type="search" value={search} onValue={setSearch} autocomplete="off" />
      )}
      <Found description={description} rows={rows} search={search} />
      <Problem error={error ?? undefined} onRetry={more} />
      {hasMore && (
        <Button wide busy={busy} onClick={more}>
          {t('ext.more')}
        </Button>
      )}
      <PrintLink description={description} rows={rows} />
    </>
  )
}

function PrintLink({ description, rows }: { readonly description: Description; readonly rows: readonly Item[] }) {
  if (rows.length < 2 || !rows.some((item) => typeof item['qr_url'] === 'string')) return null
  return (
    <ButtonLink to={`/apps/${description.id}/print`} icon="print" wide>
      {t('ext.print-all')}
    </ButtonLink>
  )
}

function Found({
  description,
  rows,
  search,
}: {
  readonly description: Description
  readonly rows: readonly Item[]
  readonly search: string
}) {
  const { data: wallets } = useWallets()
  const around = useAround(undefined)
  const wanted = search.trim().toLocaleLowerCase(locale())
  const shown = rows
    .map((item) => ({ item, ...rowOf(description, item, { ...around, currency: item['currency'] }) }))
    .filter(({ title, note }) => `${title} ${note}`.toLocaleLowerCase(locale()).includes(wanted))
  if (shown.length === 0) return <EmptyState icon="search" title={t('ext.nothing-found')} />
  const several = (wallets?.length ?? 0) > 1
  return (
    <ul class="list long-list" aria-label={description.noun.many}>
      {shown.map(({ item, title, note, state }) => (
        <LinkRow
          key={item.id}
          to={`/apps/${description.id}/${item.id}`}
          title={title}
          end={state && <StateMark state={state} />}
          note={several ? joined([note, around.walletName(item.wallet)]) : note}
        />
      ))}
    </ul>
  )
}

/** The first column as title, the other columns with their names, and the state. */
function rowOf(description: Description, item: Item, around: Around) {
  const [, ...others] = description.columns
  const state = stateOfItem(description, item)
  const notes = others.flatMap((name) => {
    const field = description.fields.find((each) => each.name === name)
    if (field === undefined || name === 'currency' || (name === description.state && state)) return []
    const text = fieldText(field, item[name], around)
    return text === undefined ? [] : [named(field.label, text)]
  })
  const first = description.fields.find(({ name }) => name === description.columns[0])
  const title = titleOf(description, item) ?? (first && fieldText(first, item[first.name], around)) ?? item.id
  return { title: around.walletName(title) ?? title, note: joined(notes), state }
}
