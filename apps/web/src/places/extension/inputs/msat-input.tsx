import { t } from '../../../language/language.ts'
import { msatOf } from '../../../money/money.ts'
import { unreadText } from '../../../money/number-draft.ts'
import { preciseSatText } from '../../../parts/amount.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { hintsOf } from '../../../parts/numbers/number-field.tsx'
import { SatField } from '../../../parts/numbers/sat-field.tsx'

/** Millisatoshis, typed in satoshis or the person's currency. */
export function MsatInput({ value, onValue, hint, ...shared }: TextInputProps) {
  const isNumber = value !== '' && unreadText(value) === undefined
  const msat = isNumber ? BigInt(value) : 0n
  // Millisatoshis stored by a program stay until the person types.
  const exact =
    msat % 1000n === 0n ? undefined : t('number.understood', { number: preciseSatText(msatOf(Number(msat))) })
  return (
    <SatField
      {...shared}
      hint={hintsOf(exact, hint)}
      value={isNumber ? String(msat / 1000n) : value}
      onValue={(next) => onValue(/^\d+$/.test(next) ? `${next}000` : next)}
    />
  )
}
