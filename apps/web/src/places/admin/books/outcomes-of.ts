import { t } from '../../../language/language.ts'
import type { OperatorPayment } from '../operator.ts'

export type Outcome = 'paid' | 'failed'

/** The possible outcomes of a payment, each with its effect on the books. */
export function outcomesOf(
  payment: OperatorPayment,
): readonly { readonly value: Outcome; readonly label: string; readonly hint: string }[] {
  const { direction, peer_id: peer, hold } = payment
  if (peer !== null)
    return [
      { value: 'paid', label: t('admin.outcome-paid'), hint: t('admin.paid-inside') },
      { value: 'failed', label: t('admin.outcome-failed'), hint: t('admin.failed-inside') },
    ]
  if (direction === 'out')
    return [
      { value: 'paid', label: t('admin.outcome-paid'), hint: t('admin.paid-out') },
      { value: 'failed', label: t('admin.outcome-failed'), hint: t('admin.failed-out') },
    ]
  const failed = { value: 'failed', label: t('admin.outcome-back'), hint: t('admin.failed-in') } as const
  // Only a receipt at the node can pay an ordinary invoice.
  if (!hold) return [failed]
  return [{ value: 'paid', label: t('admin.outcome-arrived'), hint: t('admin.paid-in') }, failed]
}
