import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import type { Msat } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { say } from '../../parts/toast.tsx'
import type { FoundPayment } from './find-payment.ts'

/** Settles or cancels a held payment. */
export function HeldDecision({ found, amount }: { readonly found: FoundPayment; readonly amount: Msat }) {
  const [asking, setAsking] = useState<'settle' | 'cancel' | undefined>(undefined)
  const [preimage, setPreimage] = useState('')
  const where = {
    path: { checking_id: found.payment.details.checking_id },
    query: { wallet_id: found.walletId },
  }
  const settle = async (): Promise<void> => {
    const given = preimage.trim().toLowerCase()
    const body = given === '' ? {} : { preimage: given }
    const { status } = await call('PUT /api/v1/payments/{checking_id}', { ...where, body })
    await tell(status === 'pending' ? t('held.decided') : t('held.settled'))
  }
  const cancel = async (): Promise<void> => {
    const { status } = await call('DELETE /api/v1/payments/{checking_id}', where)
    await tell(status === 'pending' ? t('held.decided') : t('held.cancelled'))
  }
  const close = (): void => setAsking(undefined)
  return (
    <div class="stack unprinted">
      <p>{t('held.note')}</p>
      <div class="row-of-buttons">
        <Button wide onClick={() => setAsking('cancel')}>
          {t('held.cancel')}
        </Button>
        <Button wide look="primary" onClick={() => setAsking('settle')}>
          {t('held.settle')}
        </Button>
      </div>
      {asking === 'settle' && (
        <ConfirmDialog title={t('held.settle')} action={t('held.settle')} onConfirm={settle} onClose={close}>
          <p>{t('held.settle-note', { amount: satText(amount) })}</p>
          <Field
            label={t('held.preimage')}
            hint={t('held.preimage-note')}
            value={preimage}
            onValue={setPreimage}
            autocomplete="off"
            spellcheck={false}
            ltr
          />
        </ConfirmDialog>
      )}
      {asking === 'cancel' && (
        <ConfirmDialog title={t('held.cancel')} action={t('held.cancel')} danger onConfirm={cancel} onClose={close}>
          <p>{t('held.cancel-note', { amount: satText(amount) })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

async function tell(text: string): Promise<void> {
  await refresh()
  say(text, 'good')
}
