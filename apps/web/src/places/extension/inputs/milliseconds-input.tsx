import { unreadText } from '../../../money/number-draft.ts'
import { NumberField } from '../../../parts/numbers/number-field.tsx'
import { useTyped } from '../../../parts/numbers/use-typed.ts'
import { t } from '../../../language/language.ts'
import type { TextInputProps } from './input-props.ts'

/** Typed in seconds, which people can imagine; `value`: milliseconds. */
export function MillisecondsInput({ label, hint, error, value, onValue }: TextInputProps) {
  // `1.0` is on its way to `1.05`, and means as much as `1`.
  const [seconds, keepSeconds] = useTyped(value, toSeconds)
  const type = (next: string): void => {
    const milliseconds = toMilliseconds(next)
    keepSeconds(next, milliseconds)
    onValue(milliseconds)
  }
  return (
    <NumberField
      label={t('ext.in-seconds', { label })}
      hint={hint}
      error={error}
      value={seconds}
      onValue={type}
      form={{ digits: 3 }}
    />
  )
}

/** `1500` → `1.5`, without floating point; what is no number stays. */
export function toSeconds(milliseconds: string): string {
  if (milliseconds === '' || unreadText(milliseconds) !== undefined) return milliseconds
  const digits = milliseconds.padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '')
}

/** `1.5` → `1500`. */
export function toMilliseconds(seconds: string): string {
  if (seconds === '' || unreadText(seconds) !== undefined) return seconds
  const [whole = '', fraction = ''] = seconds.split('.')
  return String(BigInt(whole + fraction.padEnd(3, '0')))
}
