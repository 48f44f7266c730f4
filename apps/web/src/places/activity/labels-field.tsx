import { Isolated } from '../../language/isolated.tsx'
import { locale, t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { lengthOf } from '../../parts/form/text-limit.ts'
import { Icon } from '../../parts/icon.tsx'

const LIMIT = { max: 40 }
const SUGGESTED = 8

interface LabelsFieldProps {
  readonly labels: readonly string[]
  readonly onLabels: (labels: readonly string[]) => void
  /** The text being typed, which is not a label yet. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
  /** Suggestions from other payments. */
  readonly known: readonly string[]
}

/** Edits labels: remove by a tap, add by typing or from suggestions. */
export function LabelsField({ labels, onLabels, typed, onTyped, known }: LabelsFieldProps) {
  const add = (label: string): void => {
    onLabels(withLabel(labels, label))
    onTyped('')
  }
  const lower = (text: string): string => text.trim().toLocaleLowerCase(locale())
  const suggested = known
    .filter((label) => !labels.includes(label) && lower(label).includes(lower(typed)))
    .slice(0, SUGGESTED)
  return (
    <div class="stack labels-field">
      <Field
        label={t('note.labels')}
        hint={t('note.labels-hint')}
        value={typed}
        onValue={onTyped}
        limit={LIMIT}
        autocomplete="off"
      >
        <Button disabled={typed.trim() === '' || lengthOf(typed, LIMIT) > LIMIT.max} onClick={() => add(typed)}>
          {t('note.add-label')}
        </Button>
      </Field>
      {labels.length > 0 && (
        <ul class="labels" aria-label={t('note.labels-of-payment')}>
          {labels.map((label) => (
            <li key={label}>
              <button
                type="button"
                class="label"
                aria-label={t('note.remove-label', { label })}
                onClick={() => onLabels(labels.filter((each) => each !== label))}
              >
                <Isolated>{label}</Isolated>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {suggested.length > 0 && (
        <ul class="labels" aria-label={t('note.used-labels')}>
          {suggested.map((label) => (
            <li key={label}>
              <button type="button" class="label suggested" onClick={() => add(label)}>
                <Icon name="plus" />
                <Isolated>{label}</Isolated>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Adds a label without duplicates. */
export const withLabel = (labels: readonly string[], label: string): readonly string[] => [
  ...new Set([...labels, label.trim()].filter((each) => each !== '')),
]
