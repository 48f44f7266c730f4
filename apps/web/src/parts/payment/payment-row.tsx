import type { Payment } from '@satchel/client/operations'
import { shortTime } from '../../language/dates.ts'
import { isIncoming } from '../../money/is-incoming.ts'
import type { Rate } from '../../money/money.ts'
import type { Path } from '../../routing/paths.ts'
import { paymentAmountText, worthText } from '../amount.tsx'
import { LinkRow } from '../list-row.tsx'
import { paymentTitle } from './payment-title.ts'
import { stateOf, StatePill } from '../state-pill.tsx'
import { Isolated } from '../../language/isolated.tsx'

interface PaymentRowProps {
  readonly payment: Payment
  /** Of now: for a payment whose value at its time is not known, and then says so. Without it, it has no fiat half. */
  readonly rate: Rate | undefined
  /** Default: the time of today, or the day. */
  readonly when?: string
  /** Name of its wallet, where payments of several stand together. */
  readonly wallet?: string
  /** It is the one that is open beside the list. */
  readonly current?: boolean
}

/** A payment in a list: direction by arrow and sign, its state in words unless it is simply done. */
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

/** Where its details are: a payment is found through its wallet. */
const paymentPath = ({ checking_id: id, wallet_id: wallet }: Payment): Path =>
  `/activity/${encodeURIComponent(id)}?wallet=${encodeURIComponent(wallet)}`
