import { useState } from 'preact/hooks'
import { t } from '../../../language/language.ts'
import { unreadText } from '../../../money/number-draft.ts'
import { formOf, typedText } from '../../../money/typed-amount.ts'
import { type FieldForm, WHOLE } from '../../../money/typed-number.ts'
import { Button } from '../../../parts/button.tsx'
import { Field } from '../../../parts/field.tsx'
import { lengthOf, type TextLimit } from '../../../parts/form/text-limit.ts'
import { Icon } from '../../../parts/icon.tsx'
import { NumberField } from '../../../parts/numbers/number-field.tsx'
import './chips-input.css'
import { Isolated } from '../../../language/isolated.tsx'

interface ChipsInputProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  /** Texts, or number drafts (number-draft.ts). */
  readonly values: readonly string[]
  readonly onValues: (values: readonly string[]) => void
  readonly isNumbers: boolean
  /** Unit of the numbers. */
  readonly unit?: 'sat' | '%' | undefined
  readonly maxItems: number
  readonly limit?: TextLimit | undefined
}

/** A list of short values as removable chips. The text being typed counts as the last one. */
export function ChipsInput({
  label,
  hint,
  error,
  values,
  onValues,
  isNumbers,
  unit,
  maxItems,
  limit,
}: ChipsInputProps) {
  const [isTyping, setTyping] = useState(false)
  const typed = isTyping ? (values.at(-1) ?? '') : ''
  const isRefused = unreadText(typed) !== undefined || (limit !== undefined && lengthOf(typed, limit) > limit.max)
  const chips = isTyping ? values.slice(0, -1) : values
  const type = (text: string): void => {
    setTyping(text !== '')
    onValues(text === '' ? chips : [...chips, text])
  }
  const shared = {
    label,
    hint,
    error,
    value: typed,
    onValue: type,
    disabled: chips.length >= maxItems,
    children: (
      <Button disabled={typed === '' || isRefused} onClick={() => setTyping(false)}>
        {t('ext.add')}
      </Button>
    ),
  }
  return (
    <div
      class="stack"
      onKeyDown={(event) => {
        // Enter adds the value and does not submit; not on a button, nor while an input method composes.
        const isOfField = event.target instanceof HTMLInputElement && !event.isComposing
        if (event.key !== 'Enter' || typed === '' || !isOfField) return
        event.preventDefault()
        if (!isRefused) setTyping(false)
      }}
    >
      {isNumbers ? (
        <NumberField {...shared} form={formOfUnit(unit)} unit={unit} />
      ) : (
        <Field {...shared} limit={limit} autocomplete="off" />
      )}
      {chips.length > 0 && (
        <ul class="chips" aria-label={label}>
          {chips.map((chip, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two of them may be the same
            <li key={index}>
              <button
                type="button"
                aria-label={t('ext.remove-chip', { what: shown(chip, isNumbers, unit) })}
                onClick={() => onValues(values.filter((_, at) => at !== index))}
              >
                <Isolated>{shown(chip, isNumbers, unit)}</Isolated>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function formOfUnit(unit: ChipsInputProps['unit']): FieldForm {
  if (unit === undefined) return WHOLE
  return unit === 'sat' ? formOf(unit) : { ...WHOLE, names: [unit] }
}

const shown = (chip: string, isNumber: boolean, unit: ChipsInputProps['unit']): string =>
  isNumber && /^\d+$/.test(chip) ? typedText(chip, unit) : (unreadText(chip) ?? chip)
