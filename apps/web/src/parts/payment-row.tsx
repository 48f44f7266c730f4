import type { Payment } from '@satchel/client/operations'
import { shortTime } from '../language/dates.ts'
import { t } from '../language/language.ts'
import { msatOf, type Rate } from '../money/money.ts'
import { fiatText, signedSatText } from './amount.tsx'
import { LinkRow } from './list-row.tsx'
import { stateOf, StatePill } from './state-pill.tsx'

/** A payment in a list: direction by arrow and sign, its state in words unless it is simply done. */
export function PaymentRow({ payment, rate }: { readonly payment: Payment; readonly rate: Rate | undefined }) {
  const amount = msatOf(payment.amount_msat)
  const state = stateOf(payment)
  const isDone = state === 'paid' || state === 'received'
  const isIn = amount > 0n
  const fiat = fiatText(amount < 0n ? -amount : amount, rate)
  return (
    <LinkRow
      to={`/activity/${payment.checking_id}`}
      icon={isIn ? 'receive' : 'send'}
      title={payment.memo === '' ? t(isIn ? 'payment.in' : 'payment.out') : payment.memo}
      note={
        <>
          {shortTime(payment.time)} {!isDone && <StatePill state={state} />}
        </>
      }
      end={
        <>
          <span class={isDone && isIn ? 'amount-in' : 'amount-out'} dir="ltr">
            {signedSatText(amount)}
          </span>
          {fiat !== undefined && <small>{fiat}</small>}
        </>
      }
    />
  )
}
