import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { fieldError } from '../../../language/error-text.ts'
import { t } from '../../../language/language.ts'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Field } from '../../../parts/field.tsx'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { ScaledField } from '../../../parts/numbers/scaled-field.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { NodeProblem } from '../node-problem.tsx'
import { refreshOperator } from '../operator.ts'

/** Books a payment that the operator made at the node, once, as a loss of the house. */
export function AcceptPayment({ hash, onClose }: { readonly hash: string; readonly onClose: () => void }) {
  const [amount, setAmount] = useState('')
  const [fee, setFee] = useState('')
  const [reason, setReason] = useState('')
  const task = useTask()
  const accept = async (): Promise<void> => {
    await call('POST /api/v1/admin/node-payments/{payment_hash}/accept', {
      path: { payment_hash: hash },
      body: {
        reason: reason.trim(),
        ...(amount !== '' && { amount_msat: Number(amount) }),
        ...(fee !== '' && { fee_msat: Number(fee) }),
      },
    })
    say(t('admin.accepted'), 'good')
    await refreshOperator()
    onClose()
  }
  return (
    <Dialog title={t('admin.accept-payment')} onClose={onClose}>
      <Form task={task} onSend={accept} draft="lost">
        <p>{t('admin.accept-payment-note')}</p>
        <Facts>
          <CodeFact name={t('admin.payment-hash')} code={hash} />
        </Facts>
        <ScaledField
          label={t('admin.accept-amount')}
          hint={undefined}
          digits={3}
          unit="sat"
          value={amount}
          onValue={setAmount}
          error={fieldError(task.error, 'amount_msat')}
        />
        <ScaledField
          label={t('admin.accept-fee')}
          hint={undefined}
          digits={3}
          unit="sat"
          value={fee}
          onValue={setFee}
          error={fieldError(task.error, 'fee_msat')}
        />
        <Field
          label={t('admin.reason-log')}
          value={reason}
          onValue={setReason}
          limit={{ max: 500 }}
          autocomplete="off"
          required
        />
        <Submit problem={<NodeProblem error={task.error} />} look="danger" wide>
          {t('admin.accept-payment')}
        </Submit>
      </Form>
    </Dialog>
  )
}
