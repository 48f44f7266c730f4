import { weekdayName } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { Select } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'

/** A weekday; 0 is Monday. */
export function WeekdayInput({ value, onValue, ...shared }: TextInputProps) {
  const days = Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: weekdayName(day) }))
  return (
    <Select
      {...shared}
      value={value}
      options={[...(value === '' ? [{ value: '', label: t('ext.choose') }] : []), ...days]}
      onValue={onValue}
    />
  )
}
