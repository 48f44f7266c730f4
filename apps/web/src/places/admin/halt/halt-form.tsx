import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Field } from '../../../parts/field.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { refreshOperator } from '../operator.ts'

/** By hand, with a reason for the next operator. */
export function HaltForm() {
  const [reason, setReason] = useState('')
  const task = useTask()
  const halt = async (): Promise<void> => {
    await call('PUT /api/v1/admin/halt', { body: { halted: true, reason: reason.trim() } })
    await refreshOperator()
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        task.run(halt)
      }}
    >
      <p class="quiet-text">{t('admin.halt-now-note')}</p>
      <Field
        label={t('admin.halt-reason-label')}
        value={reason}
        onValue={setReason}
        maxLength={500}
        autocomplete="off"
        required
      />
      <Problem error={task.error} />
      <Button type="submit" look="danger" wide busy={task.busy} disabled={reason.trim() === ''}>
        {t('admin.halt-now')}
      </Button>
    </form>
  )
}
