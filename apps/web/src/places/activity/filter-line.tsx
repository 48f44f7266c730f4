import { useEffect, useRef, useState } from 'preact/hooks'
import { useContactOf } from '../../api/contacts.ts'
import { useWallets } from '../../api/wallets.ts'
import { listed } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { directionOf } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { EVERYTHING, type Filter, isNarrow, setFilter } from './filter.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { periodText } from './period.ts'

const AFTER_TYPING_MS = 250

/** Search and filter above the list, and a text that names the active filter. */
export function FilterLine({ filter }: { readonly filter: Filter }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(filter.search)
  /** The search last shown or requested: only another one replaces the typed text. */
  const known = useRef(filter.search)
  useEffect(() => {
    if (filter.search === known.current) return
    known.current = filter.search
    setTyped(filter.search)
  }, [filter.search])
  useEffect(() => {
    const search = typed.trim()
    if (search === filter.search) return
    const timer = setTimeout(() => {
      known.current = search
      setFilter({ ...filter, search })
    }, AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, filter])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if ((history.state as { search?: boolean } | null)?.search !== true) return
    // After the heading has taken the focus.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const words = useWords(filter)
  return (
    <div class="filter-line" role="search">
      <div class="search">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-keyshortcuts="Control+K Meta+K"
          aria-label={t('activity.search')}
          placeholder={t('activity.search')}
          autocomplete="off"
          dir={directionOf(typed)}
          maxLength={200}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <IconButton icon="filter" label={t('filter.open')} aria-expanded={open} onClick={() => setOpen(true)} />
      </div>
      {words !== '' && (
        <div class="filter-words">
          <p>{words}</p>
          <Button look="quiet" onClick={() => setFilter({ ...EVERYTHING, search: filter.search })}>
            {t('filter.clear')}
          </Button>
        </div>
      )}
      {open && (
        <FilterDialog
          filter={filter}
          onClose={() => setOpen(false)}
          onShow={(wanted) => {
            setFilter(wanted)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

function useWords(filter: Filter): string {
  const wallets = useWallets().data ?? []
  const { walletId, direction, status, tag, label, contactId, from, to } = filter
  const contact = useContactOf(contactId, undefined)?.name
  if (!isNarrow({ ...filter, search: '' })) return ''
  const words = [
    walletId === 'all' ? undefined : wallets.find(({ id }) => id === walletId)?.name,
    from === undefined && to === undefined ? undefined : periodText({ from, to }),
    direction === undefined ? undefined : t(direction === 'in' ? 'payment.in' : 'payment.out'),
    status === undefined ? undefined : STATUS_TEXT[status](),
    tag,
    label,
    contact,
  ].filter((word) => word !== undefined)
  return listed(words, 'unit')
}

const STATUS_TEXT = {
  success: () => t('filter.done'),
  pending: () => t('filter.pending'),
  failed: () => t('filter.failed'),
} as const
