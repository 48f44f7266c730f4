import { t } from '../../language/language.ts'
import { isIncoming, type Signed } from '../../money/is-incoming.ts'

type Titled = Signed & { readonly memo: string; readonly status: string }

/** Of a payment in a list: what was written with it, else its direction. An invoice has not come in before it is paid. */
export function paymentTitle(payment: Titled): string {
  if (payment.memo !== '') return memoText(payment.memo)
  if (!isIncoming(payment)) return t('payment.out')
  return t(payment.status === 'success' ? 'payment.in' : 'payment.invoice')
}

/** What the service has written with a payment, in the language of the screen; what people write is theirs. */
export const memoText = (memo: string): string => (memo === PLAY_MEMO ? t('play.memo') : memo)

/** Of `POST /api/v1/wallet/play-balance`. */
const PLAY_MEMO = 'Play satoshis'
