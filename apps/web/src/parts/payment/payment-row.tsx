import type { Payment } from '@satchel/client/operations'
import { shortTime } from '../../language/dates.ts'
import { Isolated } from '../../language/isolated.tsx'
import { isIncoming } from '../../money/is-incoming.ts'
import type { Rate } from '../../money/money.ts'
import type { Path } from '../../routing/paths.ts'
import { paymentAmountText, worthText } from '../amount.tsx'
import { LinkRow } from '../list-row.tsx'
import { StatePill, stateOf } from '../state-pill.tsx'
import { paymentTitle } from './payment-title.ts'

interface PaymentRowProps {
  readonly payment: Payment
  /** The current rate, for payments whose value at their time is unknown. Unset: no fiat amount. */
  readonly rate: Rate | undefined
  /** Default: the time if it is today, else the day. */
  readonly when?: string
  /** The wallet's name in lists of several wallets. */
  readonly wallet?: string
  /** This payment is open beside the list. */
  readonly current?: boolean
}

/** A payment in a list. Its direction has an arrow and a sign; its state is text unless it succeeded. */
export function PaymentRow({ payment, rate, when, wallet, current }: PaymentRowProps) {
  const state = stateOf(payment)
  const isDone = state === 'paid' || state === 'received'
  const isIn = isIncoming(payment)
  const fiat = worthText(payment, rate)
  return (
    <LinkRow
      to={paymentPath(payment)}
      icon={isIn ? 'receive' : 'send'}
      title={paymentTitle(payment)}
      current={current === true}
      note={
        <>
          {when ?? shortTime(payment.time)}
          {wallet !== undefined && (
            <>
              {' · '}
              <Isolated class="row-wallet">{wallet}</Isolated>
            </>
          )}{' '}
          {!isDone && <StatePill state={state} />}
        </>
      }
      end={
        <>
          <span class={isDone && isIn ? 'amount-in' : 'amount-out'}>{paymentAmountText(payment)}</span>
          {fiat !== undefined && <small>{fiat}</small>}
        </>
      }
    />
  )
}

/** The path of its details. A payment is identified with its wallet. */
const paymentPath = ({ checking_id: id, wallet_id: wallet }: Payment): Path =>
  `/activity/${encodeURIComponent(id)}?wallet=${encodeURIComponent(wallet)}`
