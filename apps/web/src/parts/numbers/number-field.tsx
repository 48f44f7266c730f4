import type { ComponentProps } from 'preact'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { toNumberDraft, unreadText } from '../../money/number-draft.ts'
import { typedText } from '../../money/typed-amount.ts'
import { type Doubt, doubtText, type FieldForm, readNumber, writeNumber } from '../../money/typed-number.ts'
import { Field } from '../field.tsx'
import { DoubtChoice } from './doubt-choice.tsx'
import { useTyped } from './use-typed.ts'

type NumberFieldProps = Omit<
  ComponentProps<typeof Field>,
  'value' | 'onValue' | 'type' | 'ltr' | 'below' | 'refused' | 'limit'
> & {
  /** Decimal digits, or an unparsed text (number-draft.ts). */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly form: FieldForm
  /** `sat`, or a currency code. */
  readonly unit?: string | undefined
}

/** A number in the locale's notation. Shows the parsed number below, if another notation was typed. */
export function NumberField({ value, onValue, form, unit, hint, error, ...rest }: NumberFieldProps) {
  const [text, keepText] = useTyped(value, textOf)
  const doubt = doubtOf(value, form)
  const type = (next: string): void => {
    const draft = toNumberDraft(next, readNumber(next, form))
    keepText(next, draft)
    onValue(draft)
  }
  const understood = doubt === undefined && value !== '' ? writeNumber(value, true) : text
  return (
    <Field
      {...rest}
      value={text}
      onValue={type}
      hint={hintsOf(understood === text ? undefined : understoodText(value, unit), hint)}
      error={error}
      refused={doubt === undefined ? undefined : doubtText(doubt, form, unit)}
      inputMode={form.digits === 0 ? 'numeric' : 'decimal'}
      autocomplete="off"
      ltr
      below={<DoubtChoice doubt={doubt} unit={unit} onText={onValue} />}
    />
  )
}

const textOf = (value: string): string => unreadText(value) ?? (value === '' ? '' : writeNumber(value, false))

/** Why a draft is not a number; undefined: it is one, or empty. */
function doubtOf(value: string, form: FieldForm): Doubt | undefined {
  const unread = unreadText(value)
  if (unread === undefined) return undefined
  const read = readNumber(unread, form)
  return read.is === 'wrong' || read.is === 'unsure' ? read : { is: 'wrong', problem: 'no-number' }
}

export const understoodText = (number: string, unit: string | undefined): string =>
  t('number.understood', { number: typedText(number, unit) })

export const hintsOf = (...hints: readonly (string | undefined)[]): string | undefined => joined(hints) || undefined
