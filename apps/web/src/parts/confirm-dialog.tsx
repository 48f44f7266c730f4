import type { ComponentChildren } from 'preact'
import { t } from '../language/language.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import { useTask } from './use-task.ts'

/** Asks before an irreversible action: says what it does, then does it. */
export function ConfirmDialog({
  title,
  action,
  danger = false,
  progress,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  /** The label of the confirming button. */
  readonly action: string
  readonly danger?: boolean
  /** Shown while a slow action runs. */
  readonly progress?: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const task = useTask()
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {progress !== undefined && <p role="status">{task.busy ? progress : ''}</p>}
      <Problem error={task.error} />
      <div class="row-of-buttons">
        <Button wide onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          wide
          look={danger ? 'danger' : 'primary'}
          busy={task.busy}
          onClick={() => task.run(async () => onConfirm().then(onClose))}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
