import { Icon, type IconName } from '../icon.tsx'
import './file-button.css'

interface FileButtonProps {
  readonly icon: IconName
  readonly children: string
  /** Media types as in HTML. */
  readonly accept: string
  readonly busy: boolean
  readonly onFile: (file: File) => void
}

export function FileButton({ icon, children, accept, busy, onFile }: FileButtonProps) {
  return (
    <label class="button plain wide file-button" aria-busy={busy || undefined}>
      <Icon name={icon} />
      <span>{children}</span>
      <input
        type="file"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
