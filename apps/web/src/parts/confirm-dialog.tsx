import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import { useTask } from './use-task.ts'

/** Before something that cannot be taken back; what went wrong is shown in it. */
export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  /** On the button: what it does. */
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const task = useTask()
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Problem error={task.error} />
      <Button look="danger" wide busy={task.busy} onClick={() => task.run(() => onConfirm().then(onClose))}>
        {action}
      </Button>
    </Dialog>
  )
}
