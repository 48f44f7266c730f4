import { t } from '../../language/language.ts'
import { isIncoming, type Signed } from '../../money/is-incoming.ts'

type Titled = Signed & { readonly memo: string; readonly status: string }

/** The memo, else the direction. An unpaid invoice is not called received. */
export function paymentTitle(payment: Titled): string {
  if (payment.memo !== '') return memoText(payment.memo)
  if (!isIncoming(payment)) return t('payment.out')
  return t(payment.status === 'success' ? 'payment.in' : 'payment.invoice')
}

/** Translates texts that the service generates; those of people stay. */
export const memoText = (memo: string): string => (memo === PLAY_MEMO ? t('play.memo') : memo)

/** The memo that `POST /api/v1/wallet/play-balance` stores. */
const PLAY_MEMO = 'Play satoshis'
