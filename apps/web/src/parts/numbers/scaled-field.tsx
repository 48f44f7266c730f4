import { unreadText } from '../../money/number-draft.ts'
import type { TextInputProps } from './input-props.ts'
import { NumberField } from './number-field.tsx'
import { useTyped } from './use-typed.ts'
import { withUnit } from './with-unit.ts'

interface ScaledFieldProps extends TextInputProps {
  /** Number of decimals in the typed unit: three to type milliseconds as seconds. */
  readonly digits: number
  /** The typed unit. */
  readonly unit: 'sat' | '%' | 'second'
  readonly required?: boolean
}

/** A number typed in a larger unit than the stored one: millisatoshis, milliseconds, parts per million. */
export function ScaledField({ label, optional, value, onValue, digits, unit, ...rest }: ScaledFieldProps) {
  // `1.0` on the way to `1.05` equals `1`: keep the typed text.
  const [typed, keepTyped] = useTyped(value, (next) => scaledDown(next, digits))
  const type = (next: string): void => {
    const meant = scaledUp(next, digits)
    keepTyped(next, meant)
    onValue(meant)
  }
  const form = unit === '%' ? { digits, names: ['%'], max: 100 } : { digits }
  return (
    <NumberField
      {...rest}
      label={withUnit(label, unit, optional)}
      value={typed}
      onValue={type}
      form={form}
      unit={unit === 'second' ? undefined : unit}
    />
  )
}

/** `1500` → `1.5`, without floating point; keeps text that is not a number. */
export function scaledDown(value: string, digits: number): string {
  if (value === '' || unreadText(value) !== undefined) return value
  const all = value.padStart(digits + 1, '0')
  return `${all.slice(0, -digits)}.${all.slice(-digits)}`.replace(/\.?0+$/, '')
}

/** `1.5` → `1500`. */
export function scaledUp(typed: string, digits: number): string {
  if (typed === '' || unreadText(typed) !== undefined) return typed
  const [whole = '', fraction = ''] = typed.split('.')
  return String(BigInt(whole + fraction.padEnd(digits, '0')))
}
