import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useWallets } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { DayFields } from './day-fields.tsx'
import { EVERYTHING, type Filter } from './filter.ts'
import { lastMonths, lastYears, nameOf, type Period, periodOf, periodText } from './period.ts'
import { useLabels } from './use-labels.ts'

/** Edits the filter; applied by *Show*. */
export function FilterDialog({
  filter,
  onShow,
  onClose,
}: {
  readonly filter: Filter
  readonly onShow: (filter: Filter) => void
  readonly onClose: () => void
}) {
  const [draft, setDraft] = useState(filter)
  const wallets = useWallets().data ?? []
  return (
    <Dialog title={t('filter.title')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onShow(draft)
        }}
      >
        <PeriodChoice period={draft} onPeriod={(period) => setDraft({ ...draft, ...period })} />
        <KindChoices draft={draft} onDraft={setDraft} />
        {wallets.length > 1 && (
          <Select
            label={t('filter.wallet')}
            value={draft.walletId}
            options={[
              { value: 'all', label: t('filter.all-wallets') },
              ...wallets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValue={(walletId) => setDraft({ ...draft, walletId, tag: undefined, label: undefined })}
          />
        )}
        <OneOf
          name={t('filter.label')}
          values={useLabels(draft.walletId)}
          value={draft.label}
          onValue={(label) => setDraft({ ...draft, label })}
        />
        <OneOf
          name={t('filter.tag')}
          values={useTags(draft.walletId)}
          value={draft.tag}
          onValue={(tag) => setDraft({ ...draft, tag })}
        />
        <div class="row-of-buttons">
          <Button wide onClick={() => onShow({ ...EVERYTHING, search: filter.search })}>
            {t('filter.clear')}
          </Button>
          <Button type="submit" look="primary" wide>
            {t('filter.show')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function KindChoices({ draft, onDraft }: { readonly draft: Filter; readonly onDraft: (draft: Filter) => void }) {
  return (
    <>
      <Select
        label={t('filter.direction')}
        value={draft.direction ?? ''}
        options={[
          { value: '', label: t('filter.both') },
          { value: 'in', label: t('payment.in') },
          { value: 'out', label: t('payment.out') },
        ]}
        onValue={(direction) => onDraft({ ...draft, direction: direction === '' ? undefined : direction })}
      />
      <Select
        label={t('filter.status')}
        value={draft.status ?? ''}
        options={[
          { value: '', label: t('filter.any') },
          { value: 'success', label: t('filter.done') },
          { value: 'pending', label: t('filter.pending') },
          { value: 'failed', label: t('filter.failed') },
        ]}
        onValue={(status) => onDraft({ ...draft, status: status === '' ? undefined : status })}
      />
    </>
  )
}

/** A select of tags or labels; nothing if there are none. */
function OneOf({
  name,
  values,
  value,
  onValue,
}: {
  readonly name: string
  readonly values: readonly string[]
  readonly value: string | undefined
  readonly onValue: (value: string | undefined) => void
}) {
  const choices = new Set([...values, ...(value === undefined ? [] : [value])])
  if (choices.size === 0) return null
  return (
    <Select
      label={name}
      value={value ?? ''}
      options={[{ value: '', label: t('filter.any') }, ...[...choices].map((each) => ({ value: each, label: each }))]}
      onValue={(chosen) => onValue(chosen === '' ? undefined : chosen)}
    />
  )
}

/** Tags of successful payments. */
const useTags = (walletId: string): readonly string[] =>
  useQuery({
    queryKey: ['history', 'tags', walletId],
    queryFn: ({ signal }) => call('GET /api/v1/payments/stats/count', { query: { wallet_id: walletId } }, { signal }),
  }).data?.flatMap(({ tag }) => (tag === '' ? [] : [tag])) ?? []

/** A select of months and years; other days by two fields. */
function PeriodChoice({ period, onPeriod }: { readonly period: Period; readonly onPeriod: (period: Period) => void }) {
  const name = nameOf(period)
  const names = [...lastMonths(), ...lastYears()]
  const isOther = (period.from ?? period.to) !== undefined && (name === undefined || !names.includes(name))
  const [byDays, setByDays] = useState(isOther)
  return (
    <>
      <Select
        label={t('filter.period')}
        value={byDays ? 'days' : (name ?? '')}
        options={[
          { value: '', label: t('filter.any-time') },
          ...names.map((value) => ({ value, label: periodText(periodOf(value)) })),
          { value: 'days', label: t('filter.other-days') },
        ]}
        onValue={(value) => {
          setByDays(value === 'days')
          if (value !== 'days') onPeriod(value === '' ? { from: undefined, to: undefined } : periodOf(value))
        }}
      />
      {byDays && <DayFields period={period} onPeriod={onPeriod} />}
    </>
  )
}
