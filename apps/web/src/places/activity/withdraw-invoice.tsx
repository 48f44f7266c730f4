import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { say } from '../../parts/toast.tsx'
import type { FoundPayment } from './find-payment.ts'

/** Makes an unpaid invoice of this wallet unpayable. */
export function WithdrawInvoice({ found }: { readonly found: FoundPayment }) {
  const [asking, setAsking] = useState(false)
  const withdraw = async (): Promise<void> => {
    const { status } = await call('DELETE /api/v1/payments/{checking_id}', {
      path: { checking_id: found.payment.details.checking_id },
      query: { wallet_id: found.walletId, withdraw: true },
    })
    await refresh()
    say(t(status === 'pending' ? 'withdraw.ordered' : 'withdraw.done'), 'good')
  }
  return (
    <>
      <Button look="danger" icon="close" onClick={() => setAsking(true)}>
        {t('withdraw.title')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('withdraw.title')}
          action={t('withdraw.title')}
          danger
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        >
          <p>{t('withdraw.note')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
