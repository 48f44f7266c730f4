import type { Payment } from '@satchel/client/operations'
import { Component } from 'preact'
import { useMemo } from 'preact/hooks'
import { locale } from '../../language/language.ts'
import type { Rate } from '../../money/money.ts'
import { PaymentRow } from '../../parts/payment/payment-row.tsx'
import { ListEnd } from '../../routing/list-end.tsx'
import { byDay, clockTime, type Day, dayTitle } from './days.ts'

interface PaymentDaysProps {
  readonly rows: readonly Payment[]
  /** Names by wallet id, if rows of several wallets are mixed. */
  readonly wallets: ReadonlyMap<string, string> | undefined
  /** The current rate. */
  readonly rate: Rate | undefined
  /** The payment open beside the list. */
  readonly current: string | undefined
  /** The end of the list is near. */
  readonly onEnd: () => void
}

export function PaymentDays({ rows, wallets, rate, current, onEnd }: PaymentDaysProps) {
  const days = useMemo(() => byDay(rows), [rows])
  return (
    <div class="days">
      {days.map((day) => (
        <DayOfPayments key={day.key} day={day} wallets={wallets} rate={rate} current={current} language={locale()} />
      ))}
      <ListEnd onReached={onEnd} count={rows.length} />
    </div>
  )
}

interface DayProps extends Pick<PaymentDaysProps, 'wallets' | 'rate' | 'current'> {
  readonly day: Day
  /** Language of the rendered texts. */
  readonly language: string
}

/** Renders again only if its payments change: the list may have thousands of rows. */
class DayOfPayments extends Component<DayProps> {
  override shouldComponentUpdate(next: DayProps): boolean {
    const { day, wallets, rate, current, language } = this.props
    const { rows } = next.day
    return (
      next.wallets !== wallets ||
      next.rate !== rate ||
      next.language !== language ||
      (next.current !== current && rows.some(({ checking_id: id }) => id === current || id === next.current)) ||
      rows.length !== day.rows.length ||
      rows.some((row, place) => row !== day.rows[place])
    )
  }

  override render() {
    const { day, wallets, rate, current, language } = this.props
    return (
      <section class="day">
        <h2>{dayTitle(day)}</h2>
        <ul class="list">
          {day.rows.map((payment) => (
            <DayRow
              key={payment.checking_id}
              payment={payment}
              wallet={wallets?.get(payment.wallet_id)}
              rate={payment.fiat === undefined ? rate : undefined}
              current={payment.checking_id === current}
              language={language}
            />
          ))}
        </ul>
      </section>
    )
  }
}

interface DayRowProps {
  readonly payment: Payment
  readonly wallet: string | undefined
  /** Passed only if the value of a payment at its time is unknown. */
  readonly rate: Rate | undefined
  readonly current: boolean
  readonly language: string
}

class DayRow extends Component<DayRowProps> {
  override shouldComponentUpdate({ payment, wallet, rate, current, language }: DayRowProps): boolean {
    const now = this.props
    return (
      payment !== now.payment ||
      wallet !== now.wallet ||
      rate !== now.rate ||
      current !== now.current ||
      language !== now.language
    )
  }

  override render() {
    const { payment, wallet, rate, current } = this.props
    return (
      <PaymentRow
        payment={payment}
        rate={rate}
        when={clockTime(payment.time)}
        current={current}
        {...(wallet !== undefined && { wallet })}
      />
    )
  }
}
