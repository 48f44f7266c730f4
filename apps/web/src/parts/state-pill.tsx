import { t } from '../language/language.ts'
import { isIncoming, type Signed } from '../money/is-incoming.ts'
import { Icon } from './icon.tsx'
import './state-pill.css'

export type PillState = 'paid' | 'received' | 'on-its-way' | 'waiting' | 'failed' | 'expired' | 'held'

/** The state of a payment by colour, shape and text. */
export function StatePill({ state }: { readonly state: PillState }) {
  const { icon, tone, text } = pillOf(state)
  return (
    <span class={`pill ${tone}`}>
      <Icon name={icon} />
      {text}
    </span>
  )
}

function pillOf(state: PillState) {
  switch (state) {
    case 'paid':
      return { icon: 'check', tone: 'good', text: t('payment.paid') } as const
    case 'received':
      return { icon: 'check', tone: 'good', text: t('payment.received') } as const
    case 'on-its-way':
      return { icon: 'clock', tone: '', text: t('payment.on-its-way') } as const
    case 'waiting':
      return { icon: 'clock', tone: '', text: t('payment.waiting') } as const
    case 'held':
      return { icon: 'clock', tone: '', text: t('payment.held') } as const
    case 'expired':
      return { icon: 'clock', tone: '', text: t('payment.expired') } as const
    case 'failed':
      return { icon: 'close', tone: 'bad', text: t('payment.failed') } as const
  }
}

export function stateOf(payment: Signed & { readonly status: string; readonly expired: boolean }): PillState {
  const isIn = isIncoming(payment)
  if (payment.status === 'success') return isIn ? 'received' : 'paid'
  if (payment.status === 'failed') return isIn ? 'expired' : 'failed'
  if (!isIn) return 'on-its-way'
  return payment.expired ? 'expired' : 'waiting'
}
