import { useState } from 'preact/hooks'
import type { LastView as Kept } from '../api/last-view.ts'
import { fullTime, shortTime } from '../language/dates.ts'
import { Isolated } from '../language/isolated.tsx'
import { t } from '../language/language.ts'
import { isIncoming } from '../money/is-incoming.ts'
import { msatOf } from '../money/money.ts'
import { paymentAmountText, satText } from '../parts/amount.tsx'
import { Button } from '../parts/button.tsx'
import { List, TextRow } from '../parts/list-row.tsx'
import { paymentTitle } from '../parts/payment/payment-title.ts'
import { StatePill, stateOf } from '../parts/state-pill.tsx'

/** The stored view of balance and payments with its time, shown while the service is away. */
export function LastView({ at, balanceMsat, hidden, payments }: Kept) {
  const [isShown, setShown] = useState(!hidden)
  return (
    <>
      <p class="note">{t('offline.as-of', { time: fullTime(at / 1000) })}</p>
      <section class="stack" aria-labelledby="last-balance">
        <h2 id="last-balance">{t('home.balance')}</h2>
        {isShown ? (
          <p class="last-balance">
            <Isolated>{satText(msatOf(balanceMsat))}</Isolated>
          </p>
        ) : (
          <Button icon="eye" onClick={() => setShown(true)}>
            {t('home.show')}
          </Button>
        )}
        <p class="note">{t('offline.no-sending')}</p>
      </section>
      {payments.length > 0 && (
        <section class="stack" aria-labelledby="last-payments">
          <h2 id="last-payments">{t('home.last')}</h2>
          <List>
            {payments.map((payment, at) => (
              <LastRow key={at} payment={payment} />
            ))}
          </List>
        </section>
      )}
    </>
  )
}

function LastRow({ payment }: { readonly payment: Kept['payments'][number] }) {
  const state = stateOf(payment)
  const isDone = state === 'paid' || state === 'received'
  return (
    <TextRow
      icon={isIncoming(payment) ? 'receive' : 'send'}
      title={paymentTitle(payment)}
      note={
        <>
          {shortTime(payment.time)} {!isDone && <StatePill state={state} />}
        </>
      }
      end={paymentAmountText(payment)}
    />
  )
}
