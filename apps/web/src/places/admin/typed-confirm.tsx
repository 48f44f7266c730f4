import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, FormProblem } from '../../parts/form/form.tsx'
import { useTask } from '../../parts/use-task.ts'

/** Confirms a dangerous action: shows the facts and requires a typed word. */
export function TypedConfirm({
  title,
  word,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  readonly word: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const [typed, setTyped] = useState('')
  const task = useTask()
  return (
    <Dialog title={title} onClose={onClose}>
      <Form task={task} onSend={async () => onConfirm().then(onClose)}>
        {children}
        <Field
          label={t('admin.confirm-type', { word })}
          value={typed}
          onValue={setTyped}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          required
        />
        <FormProblem />
        <div class="row-of-buttons">
          <Button wide onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" wide look="danger" busy={task.busy} disabled={typed.trim() !== word}>
            {title}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
