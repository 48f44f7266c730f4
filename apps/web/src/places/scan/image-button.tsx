import { t } from '../../language/language.ts'
import { Icon } from '../../parts/icon.tsx'
import { useTask } from '../../parts/use-task.ts'
import { readImage } from '../../parts/camera/read-code.ts'

/** A picture with a code: a screenshot, a photo. */
export function ImageButton({
  onFound,
  onNothing,
}: {
  readonly onFound: (text: string) => void
  readonly onNothing: () => void
}) {
  const task = useTask()
  const read = async (file: File): Promise<void> => {
    const text = await readImage(file).catch(() => undefined)
    if (text === undefined) onNothing()
    else onFound(text)
  }
  return (
    <label class="button plain wide file-button" aria-busy={task.busy || undefined}>
      <Icon name="image" />
      <span>{t('scan.image')}</span>
      <input
        type="file"
        accept="image/*"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) task.run(() => read(file))
        }}
      />
    </label>
  )
}
