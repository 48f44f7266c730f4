import { t } from '../../language/language.ts'
import { readImage } from '../../parts/camera/read-code.ts'
import { FileButton } from '../../parts/file/file-button.tsx'
import { useTask } from '../../parts/use-task.ts'

/** Reads a code from an image file. */
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
    <FileButton icon="image" accept="image/*" busy={task.busy} onFile={(file) => task.run(() => read(file))}>
      {t('scan.image')}
    </FileButton>
  )
}
