import { formOf } from '../../../money/typed-amount.ts'
import type { FieldForm } from '../../../money/typed-number.ts'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { NumberField } from '../../../parts/numbers/number-field.tsx'
import { withUnit } from '../../../parts/numbers/with-unit.ts'
import { isOptional } from '../draft.ts'
import type { InputProps } from './input-props.ts'

/** As many decimals as the service computes with; the field's own limit is checked by the service. */
const MAX_DIGITS = 8

/** A count, a percentage, or an amount in the currency of the same object. */
export function NumberInput({ field, currency, label, hint, error, value, onValue }: InputProps & TextInputProps) {
  const unit = field.type === 'money' && typeof currency === 'string' && currency !== '' ? currency : undefined
  const named = field.type === 'percent' || field.as === 'percent' ? '%' : unit
  return (
    <NumberField
      label={named === undefined ? label : withUnit(field.label, named, isOptional(field))}
      hint={hint}
      error={error}
      value={value}
      onValue={onValue}
      form={numberForm(field, unit)}
      unit={unit}
      {...(field.example !== undefined && { placeholder: field.example })}
    />
  )
}

function numberForm({ type, as, max = 100 }: InputProps['field'], unit: string | undefined): FieldForm {
  if (type === 'percent') return { digits: MAX_DIGITS, names: ['%'], max }
  if (type !== 'money') return as === 'percent' ? { digits: 0, names: ['%'] } : { digits: 0 }
  return unit === 'sat' || /^[A-Za-z]{3}$/.test(unit ?? '') ? formOf(unit ?? '') : { digits: MAX_DIGITS }
}
