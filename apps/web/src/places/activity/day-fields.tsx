import { t } from '../../language/language.ts'
import { Field } from '../../parts/field.tsx'
import type { Period } from './period.ts'

/** First and last day of a period; either may be empty. */
export function DayFields({
  period,
  onPeriod,
}: {
  readonly period: Period
  readonly onPeriod: (period: Period) => void
}) {
  return (
    <div class="two-fields">
      <DayField label={t('filter.from')} value={period.from} onValue={(from) => onPeriod({ ...period, from })} />
      <DayField label={t('filter.to')} value={period.to} onValue={(to) => onPeriod({ ...period, to })} />
    </div>
  )
}

function DayField({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly onValue: (value: string | undefined) => void
}) {
  return (
    <Field
      type="date"
      label={label}
      value={value ?? ''}
      onValue={(day) => onValue(/^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined)}
    />
  )
}
