import type { ComponentProps } from 'preact'
import type { Rate } from '../../money/money.ts'
import { formOf, readTyped, type TypedAmount, toMsat } from '../../money/typed-amount.ts'
import { doubtText, writeNumber } from '../../money/typed-number.ts'
import { aboutText, fiatText, satText } from '../amount.tsx'
import { Field } from '../field.tsx'
import { DoubtChoice } from './doubt-choice.tsx'
import { hintsOf, understoodText } from './number-field.tsx'

type AmountFieldProps = Omit<
  ComponentProps<typeof Field>,
  'value' | 'onValue' | 'type' | 'ltr' | 'below' | 'refused' | 'limit'
> & {
  readonly typed: TypedAmount
  readonly onTyped: (typed: TypedAmount) => void
  /** Undefined: show no other unit. */
  readonly rate?: Rate | undefined
}

/** A compact amount field; shows the parsed amount and the other unit below. */
export function AmountField({ typed, onTyped, rate, hint, error, ...rest }: AmountFieldProps) {
  const { unit, text, raw, doubt } = typed
  const shown = raw ?? (text === '' ? '' : writeNumber(text, false))
  const understood = text === '' ? '' : writeNumber(text, true)
  return (
    <Field
      {...rest}
      value={shown}
      onValue={(next) => onTyped(readTyped(next, unit))}
      hint={hintsOf(understood === shown ? undefined : understoodText(text, unit), otherUnit(typed, rate), hint)}
      error={error}
      refused={doubt === undefined ? undefined : doubtText(doubt, formOf(unit), unit)}
      inputMode={formOf(unit).digits === 0 ? 'numeric' : 'decimal'}
      autocomplete="off"
      ltr
      below={<DoubtChoice doubt={doubt} unit={unit} onText={(next) => onTyped({ unit, text: next })} />}
    />
  )
}

function otherUnit(typed: TypedAmount, rate: Rate | undefined): string | undefined {
  const amount = typed.text === '' ? undefined : toMsat(typed, rate)
  if (amount === undefined) return undefined
  return typed.unit === 'sat' ? fiatText(amount, rate) : aboutText(satText(amount))
}
