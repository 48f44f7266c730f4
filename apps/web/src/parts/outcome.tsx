import type { ComponentChildren } from 'preact'
import type { Msat, Rate } from '../money/money.ts'
import { fiatText, satText } from './amount.tsx'
import { Icon, type IconName } from './icon.tsx'
import './outcome.css'
import { Isolated } from '../language/isolated.tsx'

type Tone = 'good' | 'wait' | 'bad'

const ICONS: Readonly<Record<Tone, IconName>> = { good: 'check', wait: 'clock', bad: 'close' }

/** How a payment ended, or that it has not: a colour, a shape and words. */
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

/** Big satoshis, and below them what they are worth: `≈`, or exact where the price was made out in a currency. */
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

/** For screen readers: stands before there is something to say, so that it is said once. */
export function Spoken({ children }: { readonly children: string }) {
  return (
    <p class="unseen" role="status" aria-live="polite">
      {children}
    </p>
  )
}
