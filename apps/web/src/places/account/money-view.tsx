import { useQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { currencyName, t } from '../../language/language.ts'
import { Choices } from '../../parts/choices.tsx'
import { Select, Switch } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { usePreferenceChange } from './use-preference-change.ts'

/** Currency and unit of amounts, and whether the balance is hidden. */
export function MoneyView() {
  const { preferences, error, change } = usePreferenceChange()
  return (
    <Page title={t('account.money')} back="/account">
      {preferences === undefined ? (
        <Skeleton />
      ) : (
        <>
          <Currency value={preferences.currency} onValue={(currency) => change({ currency })} />
          <section class="stack" aria-labelledby="unit">
            <h2 id="unit">{t('account.unit')}</h2>
            <Choices
              label={t('account.unit')}
              value={preferences.unit}
              choices={[
                { value: 'sat', label: t('account.unit-sat') },
                { value: 'fiat', label: t('account.unit-fiat') },
              ]}
              onValue={(unit) => change({ unit })}
            />
          </section>
          <Switch
            label={t('home.hide')}
            hint={t('account.hide-note')}
            on={preferences.hide_balance}
            onChange={(hidden) => change({ hide_balance: hidden })}
          />
        </>
      )}
      <Problem error={error} />
    </Page>
  )
}

function Currency({
  value,
  onValue,
}: {
  readonly value: string | null
  readonly onValue: (currency: string | null) => void
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['currencies'],
    queryFn: ({ signal }) => call('GET /api/v1/currencies', {}, { signal }),
  })
  if (data === undefined)
    return error === null ? <Skeleton lines={1} /> : <Problem error={error} onRetry={() => void refetch()} />
  const codes = value === null || data.includes(value) ? data : [...data, value]
  return (
    <Select
      label={t('account.currency')}
      hint={t('account.currency-hint')}
      value={value ?? ''}
      options={[
        { value: '', label: t('account.currency-guessed') },
        ...codes.map((code) => ({ value: code, label: currencyName(code) })),
      ]}
      onValue={(code) => onValue(code === '' ? null : code)}
    />
  )
}
