import { ownZone } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { Select } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'

/** Time zones, the browser's first; keeps an unknown one. */
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
