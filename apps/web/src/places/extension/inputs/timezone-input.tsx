import { ownZone } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { Select } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'

/** A zone by its name; the own one first. One that the browser does not know stays. */
export function TimezoneInput({ value, onValue, ...shared }: TextInputProps) {
  const zones = new Set([...(value === '' ? [] : [value]), ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return (
    <Select
      {...shared}
      value={value}
      options={[
        ...(value === '' ? [{ value: '', label: t('ext.choose') }] : []),
        ...[...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      ]}
      onValue={onValue}
    />
  )
}
