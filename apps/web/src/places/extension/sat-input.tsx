import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { satToMsat } from '../../money/money.ts'
import { readTyped, toMsat } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { fiatText, satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'

/** Satoshis, typed as such or in the person's currency; the other half stands below. */
export function SatInput({
  label,
  hint,
  error,
  value,
  onValue,
}: {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  /** Whole satoshis. */
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  const rate = useRate()
  /** What is typed in the currency; undefined: satoshis are typed. */
  const [fiat, setFiat] = useState<string | undefined>(undefined)
  const amount = /^\d+$/.test(value) ? satToMsat(BigInt(value)) : undefined
  const isFiat = fiat !== undefined && rate !== undefined
  const other = amount === undefined ? undefined : isFiat ? `≈ ${satText(amount)}` : fiatText(amount, rate)
  const type = (text: string): void => {
    if (!isFiat) return onValue(text.replaceAll(/[\s.,']/g, ''))
    const typed = readTyped(text, rate.currency)
    setFiat(typed.text)
    const worth = typed.text === '' ? undefined : toMsat(typed, rate)
    onValue(worth === undefined ? '' : String(worth / 1000n))
  }
  return (
    <Field
      label={t('ext.in-currency', { label, currency: isFiat ? rate.currency : 'sat' })}
      hint={[other, hint].filter((text) => text !== undefined).join(' · ') || undefined}
      error={error}
      value={isFiat ? fiat : value}
      onValue={type}
      inputMode="decimal"
      autocomplete="off"
      ltr
    >
      {rate !== undefined && (
        <Button
          look="quiet"
          icon="swap"
          label={t('ext.type-in', { currency: isFiat ? 'sat' : rate.currency })}
          onClick={() => setFiat(isFiat ? undefined : '')}
        >
          {isFiat ? 'sat' : rate.currency}
        </Button>
      )}
    </Field>
  )
}
