import { t } from '../../language/language.ts'
import { isIncoming, type Signed } from '../../money/is-incoming.ts'

type Titled = Signed & { readonly memo: string; readonly status: string }

/** Of a payment in a list: what was written with it, else its direction. An invoice has not come in before it is paid. */
export function paymentTitle(payment: Titled): string {
  if (payment.memo !== '') return payment.memo
  if (!isIncoming(payment)) return t('payment.out')
  return t(payment.status === 'success' ? 'payment.in' : 'payment.invoice')
}
