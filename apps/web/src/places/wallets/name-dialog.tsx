import { useState } from 'preact/hooks'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { useTask } from '../../parts/use-task.ts'

const MAX_LENGTH = 64

/** Asks for the name of a new or an existing wallet. */
export function NameDialog({
  title,
  action,
  name = '',
  onName,
  onClose,
}: {
  readonly title: string
  readonly action: string
  readonly name?: string
  readonly onName: (name: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState(name)
  const task = useTask()
  const wrong = fieldError(task.error, 'name')
  const wanted = typed.trim()
  return (
    <Dialog title={title} onClose={onClose}>
      <Form task={task} onSend={async () => onName(wanted).then(onClose)} draft="lost">
        <Field
          label={t('wallets.name')}
          value={typed}
          onValue={setTyped}
          limit={{ max: MAX_LENGTH }}
          autocomplete="off"
          error={wrong}
          required
        />
        <Submit look="primary" wide disabled={wanted === ''}>
          {action}
        </Submit>
      </Form>
    </Dialog>
  )
}
