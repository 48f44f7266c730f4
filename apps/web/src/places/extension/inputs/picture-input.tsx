import { useState } from 'preact/hooks'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Field } from '../../../parts/field.tsx'
import { FileButton } from '../../../parts/file/file-button.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { useTask } from '../../../parts/use-task.ts'
import { toSmallPicture } from './small-picture.ts'

interface PictureInputProps extends TextInputProps {
  /** An image URL is not allowed. */
  readonly isOnlyFile: boolean
}

/** A file that is scaled down here, or an https URL if allowed. */
export function PictureInput({ label, hint, error, value, onValue, isOnlyFile }: PictureInputProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  const task = useTask()
  const isFile = value.startsWith('data:')
  const problem = isUnreadable ? t('ext.picture-unreadable') : error
  const set = (next: string): void => {
    setUnreadable(false)
    onValue(next)
  }
  const read = async (file: File): Promise<void> => {
    const small = await toSmallPicture(file).catch(() => undefined)
    if (small === undefined) setUnreadable(true)
    else set(small)
  }
  return (
    <div class="picture-input" data-invalid={((isFile || isOnlyFile) && problem !== undefined) || undefined}>
      {isFile || isOnlyFile ? (
        <>
          <span>{label}</span>
          {isFile && <img src={value} alt={label} />}
          {(problem ?? hint) !== undefined && (
            <p class={problem === undefined ? 'note' : 'note bad'}>{problem ?? hint}</p>
          )}
          {isFile && (
            <Button icon="trash" look="quiet" onClick={() => set('')}>
              {t('ext.picture-remove')}
            </Button>
          )}
        </>
      ) : (
        <Field
          label={label}
          value={value}
          onValue={set}
          hint={hint ?? t('ext.picture-note')}
          error={problem}
          ltr
          autocomplete="off"
          inputMode="url"
        />
      )}
      <FileButton icon="image" accept="image/*" busy={task.busy} onFile={(file) => task.run(() => read(file))}>
        {t('ext.picture-choose')}
      </FileButton>
    </div>
  )
}
