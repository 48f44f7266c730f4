import { t } from '../../../language/language.ts'
import type { OperatorPayment } from '../operator.ts'

/** What the state means and how long it is normal. An unknown outcome is never called failed. */
export function stateText({ state, direction }: Pick<OperatorPayment, 'state' | 'direction'>): {
  readonly title: string
  readonly normal: string | undefined
} {
  switch (state) {
    case 'reserved':
      return { title: t('admin.state-reserved'), normal: t('admin.normal-seconds') }
    case 'dispatched':
      return { title: t('admin.state-dispatched'), normal: t('admin.normal-days') }
    case 'closing':
      return { title: t('admin.state-closing'), normal: t('admin.normal-seconds') }
    case 'held':
      return { title: t('admin.state-held'), normal: t('admin.normal-held') }
    case 'settling':
      return { title: t('admin.state-settling'), normal: t('admin.normal-seconds') }
    case 'cancelling':
      return { title: t('admin.state-cancelling'), normal: t('admin.normal-seconds') }
    case 'success':
      return { title: direction === 'in' ? t('admin.state-received') : t('admin.state-paid'), normal: undefined }
    case 'failed':
      return { title: t('admin.state-failed'), normal: undefined }
    case 'expired':
      return { title: t('admin.state-expired'), normal: undefined }
    case 'open':
      return { title: t('admin.state-open'), normal: undefined }
    default:
      return { title: state, normal: undefined }
  }
}

/** The node's answer, translated; the original is shown beside it. */
export function answerText(answer: string, direction: OperatorPayment['direction']): string {
  if (answer.startsWith('no answer')) return t('admin.answer-none')
  if (answer.startsWith('an earlier attempt')) return t('admin.answer-earlier')
  if (answer.startsWith('failed')) return t('admin.answer-failed')
  if (answer.startsWith('settled')) return direction === 'in' ? t('admin.answer-arrived') : t('admin.answer-paid')
  if (answer.startsWith('held')) return t('admin.answer-held')
  if (answer === 'pending') return t('admin.answer-pending')
  if (direction === 'in' && (answer === 'closed' || answer === 'unknown')) return t('admin.answer-back')
  if (answer === 'unknown') return t('admin.answer-unknown')
  return t('admin.answer-other')
}
