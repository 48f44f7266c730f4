import { useId } from 'preact/hooks'
import './choices.css'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
  /** Language of the label, if it differs from the screen's. */
  readonly lang?: string
}

/** A choice of one option, all visible. */
export function Choices<Value extends string>({
  label,
  value,
  choices,
  onValue,
}: {
  readonly label: string
  readonly value: Value | undefined
  readonly choices: readonly Choice<Value>[]
  readonly onValue: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset class="choices">
      <legend class="unseen">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={id}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
            value={choice.value}
          />
          <span lang={choice.lang} dir="auto">
            {choice.label}
            {choice.hint !== undefined && <small>{choice.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function Checkbox({
  label,
  on,
  onChange,
}: {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}) {
  return (
    <label class="checkbox">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}
