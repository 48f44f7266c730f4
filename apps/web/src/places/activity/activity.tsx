import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import { useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { useRate } from '../../money/use-rate.ts'
import { IconButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { entryState } from '../../routing/entry-state.ts'
import { laterPart } from '../../routing/later-part.tsx'
import './activity.css'
import { ExportDialog } from './export-dialog.tsx'
import { EVERYTHING, isNarrow, isOfDone, markedBy, setFilter, useFilter } from './filter.ts'
import { FilterLine } from './filter-line.tsx'
import { PaymentDays } from './payment-days.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { printList } from './print-list.ts'
import { Totals } from './totals.tsx'
import { useIsWide } from './use-is-wide.ts'
import { usePayments } from './use-payments.ts'

const Moves = laterPart(() => import('./moves.tsx').then(({ Moves }) => Moves))

/** The list of payments, with one payment beside it on wide screens or in its place. */
export function Activity() {
  const id = useOpenPayment()
  const walletId = new URLSearchParams(useSearch()).get('wallet') ?? undefined
  const isWide = useIsWide()
  if (isWide || id === undefined) return <ListPage open={id} walletId={walletId} isWide={isWide} />
  return (
    <Sheet title={t('details.title')} back="/activity">
      <PaymentDetails key={id} id={id} walletId={walletId} isAside={false} />
    </Sheet>
  )
}

function useOpenPayment(): string | undefined {
  const [path] = useLocation()
  const id = /^\/activity\/([^/]+)/.exec(path)?.[1]
  return id === undefined ? undefined : decodeURIComponent(id)
}

interface ListPageProps {
  readonly open: string | undefined
  readonly walletId: string | undefined
  readonly isWide: boolean
}

function ListPage({ open, walletId, isWide }: ListPageProps) {
  useState(takeAskedFilter)
  const filter = useFilter()
  const [exporting, setExporting] = useState(false)
  const aside =
    open === undefined ? (
      <EmptyState icon="activity" title={t('details.choose')} />
    ) : (
      <PaymentDetails key={open} id={open} walletId={walletId} isAside />
    )
  return (
    <Page
      title={t('nav.activity')}
      {...(isWide && { aside })}
      action={
        <>
          <IconButton icon="download" label={t('export.open')} onClick={() => setExporting(true)} />
          <IconButton icon="print" label={t('activity.print')} onClick={() => void printList(filter)} />
        </>
      }
    >
      {isWide && <KeptScroll />}
      <FilterLine filter={filter} />
      <List open={open} />
      {exporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
    </Page>
  )
}

/** Applies the filter that another place asked for. Once, so that Back keeps later changes. */
function takeAskedFilter(): void {
  const { walletId, contactId } = entryState<{ walletId: unknown; contactId: unknown }>()
  if (typeof walletId !== 'string' && typeof contactId !== 'string') return
  setFilter({
    ...EVERYTHING,
    ...(typeof walletId === 'string' && { walletId }),
    ...(typeof contactId === 'string' && { contactId }),
  })
  history.replaceState({}, '')
}

function List({ open }: { readonly open: string | undefined }) {
  const filter = useFilter()
  const { loaded, isOld, error, retry, more, moreError } = usePayments(filter)
  const wallets = useWallets().data
  const rate = useRate()
  const names = useMemo(
    () =>
      wallets === undefined || wallets.length < 2 || filter.walletId !== 'all'
        ? undefined
        : new Map(wallets.map(({ id, name }) => [id, name])),
    [wallets, filter.walletId],
  )
  if (loaded === undefined)
    return error === undefined || error === null ? <Skeleton lines={8} /> : <Problem error={error} onRetry={retry} />
  if (loaded.rows.length === 0)
    return isNarrow(filter) ? (
      <EmptyState icon="search" title={t('activity.nothing-found')}>
        <p>{t('activity.nothing-found-note')}</p>
      </EmptyState>
    ) : (
      <EmptyState icon="bolt" title={t('home.empty')}>
        <p>{t('home.empty-note')}</p>
      </EmptyState>
    )
  return (
    <>
      <Problem error={error} onRetry={retry} />
      <Totals filter={filter} loaded={loaded} />
      {isOfDone(filter) && (
        <div class="stack chart-place">
          <Moves filter={filter} marked={markedBy(filter)} rate={rate} />
        </div>
      )}
      <div aria-busy={isOld || undefined}>
        <PaymentDays rows={loaded.rows} wallets={names} rate={rate} current={open} onEnd={more} />
      </div>
      <Problem error={moreError} onRetry={more} />
    </>
  )
}

let keptTop = 0

/** Restores the scroll position of the list, which scrolls separately on wide screens. */
function KeptScroll() {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const list = element.current?.closest('.columns-main')
    if (list === null || list === undefined) return undefined
    const isBack = performance.now() - lastPop < BACK_MS
    if (isBack) list.scrollTop = keptTop
    const keep = (): void => {
      keptTop = list.scrollTop
    }
    list.addEventListener('scroll', keep, { passive: true })
    return () => list.removeEventListener('scroll', keep)
  }, [])
  return <span ref={element} hidden />
}

let lastPop = -Infinity
/** The place is rendered within this time after Back. */
const BACK_MS = 500
addEventListener('popstate', () => (lastPop = performance.now()))
