import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { lazyPlace } from '../../routing/lazy-place.tsx'
import type { ActionProps } from './action-dialog.tsx'

/** Loaded when it is opened: it has every kind of input. */
const ActionDialog = lazyPlace(() => import('./action-dialog.tsx').then((part) => part.ActionDialog))

/** An action on an item or a row. */
export function ActionButton(props: ActionProps) {
  const [open, setOpen] = useState(false)
  const { action } = props
  return (
    <>
      <Button wide look={action.danger ? 'danger' : 'plain'} onClick={() => setOpen(true)}>
        {action.label}
      </Button>
      {open && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
