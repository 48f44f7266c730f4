import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { FileButton } from '../../parts/file/file-button.tsx'
import { useTask } from '../../parts/use-task.ts'
import { toSmallPicture } from './small-picture.ts'

interface PictureInputProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A picture of the device, made small here, or the https address of one. */
export function PictureInput({ label, hint, error, value, onValue }: PictureInputProps) {
  const [isUnreadable, setUnreadable] = useState(false)
  const task = useTask()
  const isFile = value.startsWith('data:')
  const problem = isUnreadable ? t('ext.picture-unreadable') : error
  const read = async (file: File): Promise<void> => {
    const small = await toSmallPicture(file).catch(() => undefined)
    setUnreadable(small === undefined)
    if (small !== undefined) onValue(small)
  }
  return (
    <div class="picture-input">
      {isFile ? (
        <>
          <span>{label}</span>
          <img src={value} alt={label} />
          {problem !== undefined && <p class="note bad">{problem}</p>}
          <Button icon="trash" look="quiet" onClick={() => onValue('')}>
            {t('ext.picture-remove')}
          </Button>
        </>
      ) : (
        <Field
          label={label}
          value={value}
          onValue={onValue}
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
