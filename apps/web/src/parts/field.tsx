import type { ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../language/language.ts'
import './field.css'
import { joined } from '../language/joined.ts'
import { useForm } from './form/form-state.ts'
import { limitTexts, type TextLimit } from './form/text-limit.ts'
import { useFirstFocus } from './form/use-first-focus.ts'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** Shown below the field. */
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** A problem found by the app; the form is not sent. */
  readonly refused?: string | undefined
  /** The app rejects longer text with a message and never cuts it. */
  readonly limit?: TextLimit | undefined
  readonly type?:
    | 'text'
    | 'password'
    | 'search'
    | 'email'
    | 'tel'
    | 'url'
    | 'date'
    | 'time'
    | 'datetime-local'
    | 'color'
  /** A code, address or domain: left to right in every script. */
  readonly ltr?: boolean
  /** The field replaced a focused button: take its focus. */
  readonly takesFocus?: boolean
  /** Beside the field, such as a button. */
  readonly children?: ComponentChildren
  /** Below the field and its messages. */
  readonly below?: ComponentChildren
}

type Passed = Pick<
  JSX.InputHTMLAttributes,
  | 'name'
  | 'required'
  | 'autocomplete'
  | 'autocapitalize'
  | 'inputMode'
  | 'minLength'
  | 'placeholder'
  | 'disabled'
  | 'spellcheck'
>

/** The direction of the typed text; an empty field has that of the language. */
export const directionOf = (value: string, ltr?: boolean): 'ltr' | 'auto' | undefined =>
  ltr === true ? 'ltr' : value === '' ? undefined : 'auto'

type Note = Pick<FieldProps, 'value' | 'hint' | 'error' | 'refused' | 'limit'> & Pick<Passed, 'required'>

/** The messages below a field, and the ARIA attributes that refer to them. */
function useNote({ value, hint, error, refused, limit, required }: Note) {
  const id = useId()
  const form = useForm()
  const { count, refused: tooLong } = limit === undefined ? {} : limitTexts(value, limit)
  const isMissing = required === true && value === ''
  const own = refused ?? tooLong ?? (isMissing && form?.tried === true ? t('form.missing') : undefined)
  const wrong = own ?? error
  const note = wrong ?? (joined([hint, count]) || undefined)
  return {
    id,
    marks: {
      id,
      'aria-invalid': wrong !== undefined || undefined,
      'aria-describedby': note === undefined ? undefined : `${id}-note`,
      'data-refused': own !== undefined || isMissing || undefined,
    },
    note: note !== undefined && (
      <p id={`${id}-note`} class={wrong === undefined ? 'note' : 'note bad'}>
        {note}
      </p>
    ),
  }
}

/** A labelled text input; screen readers read its error with it. */
export function Field({
  label,
  value,
  onValue,
  hint,
  error,
  refused,
  limit,
  type = 'text',
  ltr,
  takesFocus = false,
  children,
  below,
  ...rest
}: FieldProps & Passed) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [])
  const { id, marks, note } = useNote({ value, hint, error, refused, limit, required: rest.required })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-line">
        <input
          {...rest}
          {...marks}
          ref={input}
          type={type}
          value={value}
          dir={directionOf(value, ltr)}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        {children}
      </div>
      {note}
      {below}
    </div>
  )
}

type AreaEvents = Pick<JSX.TextareaHTMLAttributes, 'onPaste' | 'onKeyDown'>

type AreaProps = Omit<FieldProps, 'type' | 'takesFocus' | 'children' | 'below'> &
  Passed &
  AreaEvents & {
    readonly rows?: number
    /** The main field of the page: gets the focus. */
    readonly isFirst?: boolean
  }

export function TextArea({
  label,
  value,
  onValue,
  hint,
  error,
  refused,
  limit,
  ltr,
  isFirst = false,
  ...rest
}: AreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useFirstFocus(area, isFirst)
  const { id, marks, note } = useNote({ value, hint, error, refused, limit, required: rest.required })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...rest}
        ref={area}
        {...marks}
        value={value}
        dir={directionOf(value, ltr)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {note}
    </div>
  )
}

interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
}

export function Select<Value extends string>({
  label,
  value,
  options,
  onValue,
  hint,
  error,
}: {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onValue: (value: Value) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
}) {
  const { id, marks, note } = useNote({ value, hint, error })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        {...marks}
        value={value}
        // A closed select cuts long names; show them in a tooltip.
        title={options.find((option) => option.value === value)?.label}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note}
    </div>
  )
}

/** Applies at once, without a form. */
export function Switch({
  label,
  on,
  onChange,
  hint,
  error,
}: {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
}) {
  const id = useId()
  const note = error ?? hint
  return (
    <div class="switch">
      <label for={id}>
        {label}
        {note !== undefined && <small class={error === undefined ? undefined : 'bad'}>{note}</small>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-invalid={error !== undefined || undefined}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
