import { useState } from 'preact/hooks'
import type { FieldShape } from '../../../api/extensions.ts'
import { t } from '../../../language/language.ts'
import { PERIOD_UNITS, periodText, type PeriodUnit, unitName, wholeUnit } from '../../../language/period-text.ts'
import { unreadText } from '../../../money/number-draft.ts'
import { WHOLE } from '../../../money/typed-number.ts'
import { Select } from '../../../parts/field.tsx'
import { NumberField } from '../../../parts/numbers/number-field.tsx'
import type { TextInputProps } from './input-props.ts'

/** `value`: a count of seconds or minutes. */
interface PeriodInputProps extends TextInputProps {
  readonly field: FieldShape
}

/** What people choose most: a minute, a quarter, half and a whole hour, a day, a week, 30 days, a year. */
const USUAL = [60, 900, 1800, 3600, 86_400, 604_800, 2_592_000, 31_536_000]

const OTHER = 'other'

/** How long: one of a few times, or any other one in a unit of the person's choice. */
export function PeriodInput({ field, value, onValue, ...shared }: PeriodInputProps) {
  const { as, min = 0, max = Number.MAX_SAFE_INTEGER, options } = field
  const unitSeconds = as === 'minutes' ? 60 : 1
  // What no time at all means.
  const zero = options?.find((one) => one.value === '0')?.label
  const usual = USUAL.map((seconds) => seconds / unitSeconds).filter(
    (count) => Number.isInteger(count) && count >= Math.max(min, 1) && count <= max,
  )
  const offered = [...(min <= 0 ? [0] : []), ...usual].map(String)
  const [isOther, setOther] = useState(false)
  const isTyped = isOther || (value !== '' && !offered.includes(value))
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
            label: count === '0' ? (zero ?? t('ext.no-time')) : periodText(Number(count) * unitSeconds),
          })),
          { value: OTHER, label: t('ext.other-time') },
        ]}
        onValue={(next) => {
          setOther(next === OTHER)
          if (next !== OTHER) onValue(next)
        }}
      />
      {isTyped && <OtherTime {...shared} value={value} onValue={onValue} unitSeconds={unitSeconds} />}
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
  /** In seconds, that of the value. */
  readonly unitSeconds: number
}) {
  const isNumber = value !== '' && unreadText(value) === undefined
  const [unit, setUnit] = useState<PeriodUnit>(isNumber ? wholeUnit(Number(value) * unitSeconds).unit : 'hour')
  const units = PERIOD_UNITS.filter(([, seconds]) => seconds >= unitSeconds).toReversed()
  const factor = (PERIOD_UNITS.find(([name]) => name === unit)?.[1] ?? unitSeconds) / unitSeconds
  const count = isNumber && Number(value) % factor === 0 ? String(Number(value) / factor) : value
  const type = (next: string): void => onValue(/^\d+$/.test(next) ? String(Number(next) * factor) : next)
  return (
    <div class="period">
      <NumberField label={label} error={error} value={count} onValue={type} form={WHOLE} />
      <Select
        label={t('ext.unit-of-time')}
        value={unit}
        options={units.map(([name]) => ({ value: name, label: unitName(name) }))}
        onValue={(next) => {
          setUnit(next)
          const seconds = PERIOD_UNITS.find(([name]) => name === next)?.[1] ?? unitSeconds
          if (isNumber) onValue(String(Number(count) * (seconds / unitSeconds)))
        }}
      />
    </div>
  )
}
