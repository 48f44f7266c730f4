import { t } from '../../language/language.ts'
import { decimalText, digitsOf, msatToSat, type Rate, satToMsat, toFiat, unitName } from '../../money/money.ts'
import { toNumberDraft, unreadText } from '../../money/number-draft.ts'
import { readTyped, type TypedAmount, toMsat } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { Button } from '../button.tsx'
import { AmountField } from './amount-field.tsx'
import type { TextInputProps } from './input-props.ts'
import { useTyped } from './use-typed.ts'
import { withUnit } from './with-unit.ts'

/** Whole satoshis, typed as such or in the person's currency; the other unit is shown below. */
export function SatField({
  label,
  optional,
  value,
  onValue,
  ...rest
}: TextInputProps & { readonly required?: boolean }) {
  const rate = useRate()
  const [typed, keepTyped] = useTyped(value, typedOf)
  const isFiat = typed.unit !== 'sat'
  const other = unitName(isFiat ? 'sat' : (rate?.currency ?? ''))
  const type = (next: TypedAmount): void => {
    const draft = draftOf(next, rate)
    keepTyped(next, draft)
    onValue(draft)
  }
  const swap = (): void => keepTyped(isFiat ? typedOf(value) : inCurrency(value, rate), value)
  return (
    <AmountField label={withUnit(label, typed.unit, optional)} {...rest} typed={typed} onTyped={type} rate={rate}>
      {rate !== undefined && unreadText(value) === undefined && (
        <Button look="quiet" icon="swap" label={t('number.type-in', { currency: other })} onClick={swap}>
          {other}
        </Button>
      )}
    </AmountField>
  )
}

function typedOf(value: string): TypedAmount {
  const unread = unreadText(value)
  return unread === undefined ? { unit: 'sat', text: value } : readTyped(unread, 'sat')
}

function draftOf(typed: TypedAmount, rate: Rate | undefined): string {
  if (typed.doubt !== undefined) return toNumberDraft(typed.raw ?? '', typed.doubt)
  const worth = typed.text === '' ? undefined : toMsat(typed, rate)
  return worth === undefined ? '' : String(msatToSat(worth))
}

/** Approximate; the satoshis stay exact until the person types. */
function inCurrency(value: string, rate: Rate | undefined): TypedAmount {
  if (rate === undefined) return typedOf(value)
  const { currency: unit } = rate
  return {
    unit,
    text: value === '' ? '' : decimalText(toFiat(satToMsat(BigInt(value)), rate), digitsOf(unit)),
  }
}
