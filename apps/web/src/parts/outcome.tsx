import type { ComponentChildren } from 'preact'
import type { Msat, Rate } from '../money/money.ts'
import { fiatText, satText } from './amount.tsx'
import { Icon, type IconName } from './icon.tsx'
import './outcome.css'
import { Isolated } from '../language/isolated.tsx'

type Tone = 'good' | 'wait' | 'bad'

const ICONS: Readonly<Record<Tone, IconName>> = { good: 'check', wait: 'clock', bad: 'close' }

/** The result of a payment, or that it is pending, by colour, shape and text. */
export function Outcome({
  tone,
  title,
  amount,
  rate,
  children,
}: {
  readonly tone: Tone
  readonly title: string
  readonly amount?: Msat | undefined
  readonly rate?: Rate | undefined
  readonly children?: ComponentChildren
}) {
  return (
    <div class={`outcome ${tone}`}>
      <span class="outcome-mark">
        <Icon name={ICONS[tone]} />
      </span>
      <h2>{title}</h2>
      {amount !== undefined && <BothUnits amount={amount} rate={rate} />}
      {children}
    </div>
  )
}

/** Satoshis in large digits, with their value below: approximate, or exact if the price was set in a currency. */
export function BothUnits({
  amount,
  rate,
  price,
}: {
  readonly amount: Msat
  readonly rate?: Rate | undefined
  readonly price?: string | undefined
}) {
  const worth = price ?? fiatText(amount, rate)
  return (
    <p class="both-units">
      <span class="both-units-sat">
        <Isolated>{satText(amount)}</Isolated>
      </span>
      {worth !== undefined && <Isolated class="both-units-fiat">{worth}</Isolated>}
    </p>
  )
}

/** A live region; it must exist before its text, so that screen readers announce it. */
export function Spoken({ children }: { readonly children: string }) {
  return (
    <p class="unseen" role="status" aria-live="polite">
      {children}
    </p>
  )
}
