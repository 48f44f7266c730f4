import { useMemo, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { useStatus, useWallet } from '../../api/wallets.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { newKey } from '../../money/new-key.ts'
import { boundProblem } from '../../money/quick-amounts.ts'
import { useStartAmount } from '../../money/start-amount.ts'
import { type TypedAmount, toMsat, toRequest } from '../../money/typed-amount.ts'
import { useRate } from '../../money/use-rate.ts'
import { AmountEntry } from '../../parts/amount-entry.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { MEMO_LIMIT } from '../../parts/form/text-limit.ts'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'

/** Creates an invoice from an amount and an optional note. */
export function NewCode() {
  const go = useGo()
  const wallet = useWallet()
  const rate = useRate()
  const start = useStartAmount(rate)
  const [edited, setTyped] = useState<TypedAmount>()
  const [memo, setMemo] = useState('')
  const [hasNote, setHasNote] = useState(false)
  const typed = edited ?? start
  // A second tap or a lost answer creates no second invoice.
  const key = useMemo(newKey, [typed.text, typed.unit, memo, wallet?.id])
  const task = useTask()
  const amount = toMsat(typed, rate)
  const isAny = useStatus()?.can_receive_any_amount === true && typed.text === '' && typed.doubt === undefined
  const isReady = wallet !== undefined && (isAny || (amount !== undefined && boundProblem(amount, {}) === undefined))
  const show = async (): Promise<void> => {
    if (wallet === undefined) return
    const { payment_hash } = await call(
      'POST /api/v1/payments',
      {
        query: { wallet_id: wallet.id },
        body: { out: false, ...(isAny ? { any_amount: true } : toRequest(typed)), memo },
      },
      { idempotencyKey: key },
    )
    go(`/receive/${payment_hash}`, { state: { walletId: wallet.id } })
  }
  const wrong = fieldError(task.error, 'memo')
  return (
    <Form class="receive-form" task={task} onSend={show}>
      <AmountEntry isFirst typed={typed} onTyped={setTyped} rate={rate} />
      {isAny && <p class="note receive-any">{t('receive.any-amount')}</p>}
      <div class="receive-note">
        {hasNote ? (
          <Field
            label={t('receive.note')}
            hint={t('receive.note-hint')}
            value={memo}
            onValue={setMemo}
            error={wrong}
            limit={MEMO_LIMIT}
            takesFocus
          />
        ) : (
          <Button look="quiet" icon="edit" onClick={() => setHasNote(true)}>
            {t('receive.add-note')}
          </Button>
        )}
      </div>
      <Submit look="primary" wide disabled={!isReady}>
        {t('receive.show-code')}
      </Submit>
    </Form>
  )
}
