import type { Wallet } from '@satchel/client/operations'
import { useEffect, useState } from 'preact/hooks'
import { savePreferences, usePreferences } from '../../api/preferences.ts'
import { errorText } from '../../language/error-text.ts'
import { Isolated } from '../../language/isolated.tsx'
import { t } from '../../language/language.ts'
import { formatFiat, formatSat, msatOf, toFiat, unitName } from '../../money/money.ts'
import { useRate } from '../../money/use-rate.ts'
import { aboutText, satText } from '../../parts/amount.tsx'
import { IconButton } from '../../parts/button.tsx'
import { say } from '../../parts/toast.tsx'

/** Letters that fit on one line of a phone in the largest and the second font size. */
const [MAX_BIG, MAX_LONG] = [11, 14]

const sizeOf = (letters: number): string => (letters > MAX_LONG ? ' longer' : letters > MAX_BIG ? ' long' : '')

/** The balance; a tap changes its unit, the eye hides it. Both are preferences of the account. */
export function Balance({ wallet }: { readonly wallet: Wallet }) {
  const preferences = usePreferences()
  const rate = useRate(wallet.currency)
  const [wish, setWish] = useState<{ fiat?: boolean; hidden?: boolean }>({})
  useEffect(() => setWish({}), [preferences])
  const hidden = wish.hidden ?? preferences?.hide_balance ?? false
  const inFiat = rate !== undefined && (wish.fiat ?? preferences?.unit === 'fiat')
  const amount = msatOf(wallet.balance)
  const keep = (changes: Parameters<typeof savePreferences>[0]): void => {
    savePreferences(changes).catch((error: unknown) => say(errorText(error), 'bad'))
  }
  const sats = satText(amount)
  const fiat = rate === undefined ? undefined : formatFiat(toFiat(amount, rate), rate.currency)
  const other = inFiat ? sats : fiat
  const figure = inFiat ? (fiat ?? '') : formatSat(amount)
  const unit = inFiat ? '' : unitName('sat')
  return (
    <div class="balance">
      <button
        type="button"
        class="balance-figure"
        disabled={rate === undefined}
        onClick={() => {
          setWish({ ...wish, fiat: !inFiat })
          keep({ unit: inFiat ? 'sat' : 'fiat' })
        }}
      >
        <span class="unseen">{t('home.balance')}</span>
        {hidden ? (
          <span class="balance-digits" aria-label={t('home.hidden')}>
            {'••••••'}
          </span>
        ) : (
          <>
            <span class={`balance-digits${sizeOf(figure.length + unit.length)}`}>
              <Isolated>{figure}</Isolated> {unit !== '' && <span class="balance-unit">{unit}</span>}
            </span>
            {other !== undefined && <span class="balance-other">{inFiat ? other : aboutText(other)}</span>}
          </>
        )}
      </button>
      <IconButton
        icon={hidden ? 'eye' : 'eye-off'}
        label={t(hidden ? 'home.show' : 'home.hide')}
        onClick={() => {
          setWish({ ...wish, hidden: !hidden })
          keep({ hide_balance: !hidden })
        }}
      />
    </div>
  )
}
