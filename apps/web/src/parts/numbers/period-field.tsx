import { PERIOD_UNITS, type PeriodUnit } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { periodText, periodUnitName, wholeUnit } from '../../language/period-text.ts'
import { WHOLE } from '../../money/typed-number.ts'
import { Select } from '../field.tsx'
import type { TextInputProps } from './input-props.ts'
import { NumberField } from './number-field.tsx'
import { useTyped } from './use-typed.ts'
import './period-field.css'

/** `value`: a count of seconds, or of `unitSeconds`. */
interface PeriodFieldProps extends TextInputProps {
  readonly unitSeconds?: number
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** The label for zero. */
  readonly zero?: string | undefined
}

/** Common periods in seconds, from a minute to a year. */
const USUAL = [60, 900, 1800, 3600, 86_400, 604_800, 2_592_000, 31_536_000]

const OTHER = 'other'

/** A period: one of a few, or a number with a unit. */
export function PeriodField({
  value,
  onValue,
  unitSeconds = 1,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  zero,
  ...shared
}: PeriodFieldProps) {
  const usual = USUAL.map((seconds) => seconds / unitSeconds).filter(
    (count) => Number.isInteger(count) && count >= Math.max(min, 1) && count <= max,
  )
  const offered = [...(min <= 0 ? [0] : []), ...usual].map(String)
  // Typing `12` passes through `1`, which may be an offered period: keep the typed form.
  const [isTyped, keepTyped] = useTyped(value, (next) => next !== '' && !offered.includes(next))
  const { label, hint, error } = shared
  return (
    <>
      <Select
        label={label}
        hint={hint}
        error={isTyped ? undefined : error}
        value={isTyped ? OTHER : value}
        options={[
          ...(value === '' && !isTyped ? [{ value: '', label: t('ext.choose') }] : []),
          ...offered.map((count) => ({
            value: count,
            label: count === '0' ? (zero ?? t('number.no-time')) : periodText(Number(count) * unitSeconds),
          })),
          { value: OTHER, label: t('number.other-time') },
        ]}
        onValue={(next) => {
          keepTyped(next === OTHER, next === OTHER ? value : next)
          if (next !== OTHER) onValue(next)
        }}
      />
      {isTyped && (
        <OtherTime
          {...shared}
          value={value}
          onValue={(next) => {
            keepTyped(true, next)
            onValue(next)
          }}
          unitSeconds={unitSeconds}
        />
      )}
    </>
  )
}

function OtherTime({
  label,
  error,
  value,
  onValue,
  unitSeconds,
}: Pick<TextInputProps, 'label' | 'error' | 'value' | 'onValue'> & {
  /** Seconds per unit of `value`. */
  readonly unitSeconds: number
}) {
  const [{ count, unit }, keep] = useTyped(value, (next) => countOf(next, unitSeconds))
  const units = PERIOD_UNITS.filter(([, seconds]) => seconds >= unitSeconds).toReversed()
  const type = (next: OneTime): void => {
    const meant = toValue(next, unitSeconds)
    keep(next, meant)
    onValue(meant)
  }
  return (
    <div class="period">
      <NumberField
        label={label}
        error={error}
        value={count}
        onValue={(next) => type({ count: next, unit })}
        form={WHOLE}
      />
      <Select
        label={t('number.unit-of-time')}
        value={unit}
        options={units.map(([name]) => ({ value: name, label: periodUnitName(name) }))}
        onValue={(next) => type({ count, unit: next })}
      />
    </div>
  )
}

/** `count`: a number draft (number-draft.ts). */
interface OneTime {
  readonly count: string
  readonly unit: PeriodUnit
}

/** Uses the largest unit that divides the value. */
function countOf(value: string, unitSeconds: number): OneTime {
  if (!/^[1-9]\d*$/.test(value)) return { count: value, unit: 'hour' }
  const { count, unit } = wholeUnit(Number(value) * unitSeconds)
  return { count: String(count), unit }
}

function toValue({ count, unit }: OneTime, unitSeconds: number): string {
  const seconds = PERIOD_UNITS.find(([name]) => name === unit)?.[1] ?? unitSeconds
  return /^\d+$/.test(count) ? String(Number(count) * (seconds / unitSeconds)) : count
}
