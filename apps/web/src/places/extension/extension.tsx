import { Route, Switch } from 'wouter-preact'
import { type Description, type ExtensionRow, useDescription, useExtensions } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import './extension.css'
import { lazyPlace } from '../../routing/lazy-place.tsx'
import { ItemList } from './item-list.tsx'
import { ItemPage } from './layout/item-page.tsx'

/** Loaded only while the extension is off, and for the page about it. */
const SwitchOn = lazyPlace(() => import('./switch-on.tsx').then((part) => part.SwitchOn))

const ItemForm = lazyPlace(() => import('./item-form.tsx').then((part) => part.ItemForm))
const PrintCodes = lazyPlace(() => import('./print-codes.tsx').then((part) => part.PrintCodes))

/** The pages of one extension for its owner, drawn from its description. */
export function Extension() {
  return (
    <Switch>
      <Route path="/apps/:ext">{({ ext }) => <Known key={ext} extId={ext} show="list" />}</Route>
      <Route path="/apps/:ext/about">{({ ext }) => <Known key={ext} extId={ext} show="about" />}</Route>
      <Route path="/apps/:ext/new">{({ ext }) => <Known key={ext} extId={ext} show="new" />}</Route>
      <Route path="/apps/:ext/print">{({ ext }) => <Known key={ext} extId={ext} show="print" />}</Route>
      <Route path="/apps/:ext/:id">
        {({ ext, id }) => <Known key={`${ext} ${id}`} extId={ext} id={id} show="item" />}
      </Route>
      <Route path="/apps/:ext/:id/edit">
        {({ ext, id }) => <Known key={`${ext} ${id}`} extId={ext} id={id} show="edit" />}
      </Route>
      <Route path="/apps/:ext/:id/print">
        {({ ext, id }) => <Known key={`${ext} ${id}`} extId={ext} id={id} show="print" />}
      </Route>
    </Switch>
  )
}

interface Shown {
  readonly extId: string
  readonly id?: string
  readonly show: 'list' | 'about' | 'new' | 'item' | 'edit' | 'print'
}

function Known(shown: Shown) {
  const { data, error, refetch } = useExtensions()
  const row = data?.find(({ id }) => id === shown.extId)
  const isOn = row?.active === true && row.runs
  const description = useDescription(shown.extId, isOn)
  const problem = error ?? description.error
  if (row !== undefined && !isOn) return <SwitchOn row={row} />
  if (row !== undefined && description.data !== undefined) {
    return <Pages row={row} description={description.data} {...shown} />
  }
  const isGone = data !== undefined && row === undefined
  return (
    <Page title={row?.name ?? t('nav.apps')} back="/apps">
      {isGone ? (
        <EmptyState icon="apps" title={t('ext.gone')} />
      ) : problem === null ? (
        <Skeleton />
      ) : (
        <Problem error={problem} onRetry={() => void Promise.all([refetch(), description.refetch()])} />
      )}
    </Page>
  )
}

function Pages({
  row,
  description,
  id,
  show,
}: Shown & { readonly row: ExtensionRow; readonly description: Description }) {
  switch (show) {
    case 'about':
      return <SwitchOn row={row} />
    case 'new':
      return <ItemForm description={description} />
    case 'edit':
      return <ItemForm description={description} id={id ?? ''} />
    case 'item':
      return <ItemPage description={description} id={id ?? ''} />
    case 'print':
      return <PrintCodes description={description} {...(id !== undefined && { id })} />
    case 'list':
      return <ItemList description={description} />
  }
}
