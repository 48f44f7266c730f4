import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../language/language.ts'
import { askBeforeLeaving } from '../routing/leaving.ts'
import { IconButton } from './button.tsx'
import { Toasts } from './toast.tsx'
import './dialog.css'

/** A modal dialog: the browser traps the focus, Escape closes it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = (): void => askBeforeLeaving(onClose, element.current)
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    if (dialog !== null && !dialog.open) dialog.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) {
        // Chromium moves the focus but leaves the caret at the clicked button.
        before.blur()
        before.focus()
      } else document.querySelector('h1')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // A file input inside the dialog fires `cancel`, too.
        if (event.target !== element.current) return
        event.preventDefault()
        close()
      }}
      // A second Escape closes it without `cancel`: show it again until the parent removes it.
      onClose={(event) => {
        if (event.target !== element.current) return
        event.currentTarget.showModal()
        close()
      }}
      onClick={(event) => {
        if (event.target === element.current) close()
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t('nav.close')} onClick={close} />
        </header>
        {children}
      </div>
      <Toasts />
    </dialog>
  )
}
