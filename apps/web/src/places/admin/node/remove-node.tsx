import { useState } from 'preact/hooks'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { say } from '../../../parts/toast.tsx'
import { refreshOperator } from '../operator.ts'

interface RemoveProps {
  readonly title: string
  readonly note: string
  readonly remove: () => Promise<unknown>
}

/** Removes the stored node, after saying what that means. */
export function RemoveNode({ title, note, remove }: RemoveProps) {
  const [asked, setAsked] = useState(false)
  const confirm = async (): Promise<void> => {
    await remove()
    await refreshOperator()
    say(t('action.saved'), 'good')
  }
  return (
    <>
      <Button wide icon="trash" onClick={() => setAsked(true)}>
        {title}
      </Button>
      {asked && (
        <ConfirmDialog title={title} action={title} danger onConfirm={confirm} onClose={() => setAsked(false)}>
          <p>{note}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
