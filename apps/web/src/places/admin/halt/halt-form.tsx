import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { t } from '../../../language/language.ts'
import { Field } from '../../../parts/field.tsx'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { refreshOperator } from '../operator.ts'

/** Halts payments, with a reason for other operators. */
export function HaltForm() {
  const [reason, setReason] = useState('')
  const task = useTask()
  const halt = async (): Promise<void> => {
    await call('PUT /api/v1/admin/halt', { body: { halted: true, reason: reason.trim() } })
    await refreshOperator()
  }
  return (
    <Form task={task} onSend={halt} draft="lost">
      <p class="quiet-text">{t('admin.halt-now-note')}</p>
      <Field
        label={t('admin.halt-reason-label')}
        value={reason}
        onValue={setReason}
        limit={{ max: 500 }}
        autocomplete="off"
        required
      />
      <Submit look="danger" wide disabled={reason.trim() === ''}>
        {t('admin.halt-now')}
      </Submit>
    </Form>
  )
}
