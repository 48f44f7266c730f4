import { ownZone } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { Field } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { hintsOf } from '../../../parts/numbers/number-field.tsx'

/** A local date and time, sent in UTC. `value`: ISO 8601 with a zone; empty: none. */
export function MomentInput({ label, hint, error, value, onValue }: TextInputProps) {
  return (
    <Field
      label={label}
      hint={hintsOf(hint, t('ext.your-zone', { zone: ownZone() }))}
      error={error}
      type="datetime-local"
      value={toLocal(value)}
      onValue={(local) => onValue(toMoment(local))}
    />
  )
}

const two = (count: number): string => String(count).padStart(2, '0')

/** `2027-01-31T13:00` for the browser's control; seconds only if not zero. */
export function toLocal(moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const seconds = date.getSeconds() === 0 ? '' : `:${two(date.getSeconds())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds}`
}

/** `Date` parses a time without a zone as local. */
export function toMoment(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/\.\d+Z$/, 'Z')
}
