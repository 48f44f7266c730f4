import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { type Draft, toDraft } from '../draft.ts'
import { fieldProblem } from '../field-problem.ts'
import type { InputProps } from './input-props.ts'

/** A list of objects with fields, such as the items of a till. */
export function RowsInput({ field, value, onValue, error, place, currency, Fields }: InputProps) {
  const rows = (Array.isArray(value) ? value : []) as readonly Draft[]
  const of = field.of ?? []
  const set = (index: number, row: Draft): void => onValue(rows.map((each, at) => (at === index ? row : each)))
  const problem = fieldProblem(error, place)
  return (
    <fieldset class="field-group" data-invalid={problem !== undefined || undefined}>
      <legend>{field.label}</legend>
      {field.help !== undefined && <p class="note">{field.help}</p>}
      {problem !== undefined && <p class="note bad">{problem}</p>}
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <fieldset key={index} class="field-row">
          <legend>{t('ext.row', { number: index + 1 })}</legend>
          <Fields
            fields={of}
            // Amounts in a row use the currency of the whole item.
            draft={{ ...row, ...(currency !== undefined && { currency }) }}
            onDraft={(next) => set(index, onlyFields(next, row))}
            error={error}
            place={[...place, index]}
          />
          <Button
            icon="trash"
            look="quiet"
            label={t('ext.remove-row', { number: index + 1, what: field.label })}
            onClick={() => onValue(rows.filter((_, at) => at !== index))}
          >
            {t('ext.remove')}
          </Button>
        </fieldset>
      ))}
      {rows.length < (field.maxItems ?? Number.POSITIVE_INFINITY) && (
        <Button
          icon="plus"
          wide
          onClick={() => onValue([...rows, toDraft(of)])}
          label={t('ext.add-to', { what: field.label })}
        >
          {t('ext.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** Removes the currency that was added for rendering. */
const onlyFields = (next: Draft, row: Draft): Draft =>
  Object.fromEntries(Object.entries(next).filter(([name]) => name in row))
