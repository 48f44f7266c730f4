import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { fieldError } from '../../language/error-text.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'

const MAX_LENGTH = 64

/** Asks for the name of a new wallet, or for another one. */
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
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '') task.run(async () => onName(wanted).then(onClose))
        }}
      >
        <Field
          label={t('wallets.name')}
          value={typed}
          onValue={setTyped}
          maxLength={MAX_LENGTH}
          autocomplete="off"
          error={wrong}
          required
        />
        {wrong === undefined && <Problem error={task.error} />}
        <Button type="submit" look="primary" wide busy={task.busy} disabled={wanted === ''}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
