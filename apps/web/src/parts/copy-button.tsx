import { t } from '../language/language.ts'
import { Button } from './button.tsx'
import { say } from './toast.tsx'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({
  text,
  label,
  wide,
}: {
  readonly text: string
  readonly label?: string
  readonly wide?: boolean
}) {
  return (
    <Button icon="copy" wide={wide === true} onClick={() => void copy(text)}>
      {label ?? t('action.copy')}
    </Button>
  )
}

/** Plain HTTP has no clipboard API: select a hidden field and copy it. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(t('action.copied'), 'good')
  } catch {
    say(copyBySelection(text) ? t('action.copied') : t('action.copy-failed'))
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}
