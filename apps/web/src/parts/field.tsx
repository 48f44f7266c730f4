import type { ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import './field.css'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** Below the field, before it is wrong. */
  readonly hint?: string | undefined
  /** What is wrong with it. */
  readonly error?: string | undefined
  readonly type?: 'text' | 'password' | 'search' | 'email' | 'url' | 'number' | 'date'
  /** A code, an address or a domain: from left to right in every script. */
  readonly ltr?: boolean
  /** It takes the place of the button that asked for it, and its focus. */
  readonly takesFocus?: boolean
  /** Beside the field: a button, for example. */
  readonly children?: ComponentChildren
}

type Passed = Pick<
  JSX.InputHTMLAttributes,
  | 'name'
  | 'required'
  | 'autocomplete'
  | 'autocapitalize'
  | 'inputMode'
  | 'maxLength'
  | 'minLength'
  | 'placeholder'
  | 'disabled'
  | 'spellcheck'
>

/** The direction of the typed text; an empty field has the direction of the language. */
export const directionOf = (value: string, ltr?: boolean): 'ltr' | 'auto' | undefined =>
  ltr === true ? 'ltr' : value === '' ? undefined : 'auto'

/** A line of text with its label; an error is read out together with it. */
export function Field({
  label,
  value,
  onValue,
  hint,
  error,
  type = 'text',
  ltr,
  takesFocus = false,
  children,
  ...rest
}: FieldProps & Passed) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [])
  const note = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-line">
        <input
          {...rest}
          ref={input}
          id={id}
          type={type}
          value={value}
          dir={directionOf(value, ltr)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        {children}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} class={error === undefined ? 'note' : 'note bad'}>
          {note}
        </p>
      )}
    </div>
  )
}

type AreaEvents = Pick<JSX.TextareaHTMLAttributes, 'onPaste' | 'onKeyDown'>

/** Several lines. */
export function TextArea({
  label,
  value,
  onValue,
  hint,
  error,
  ltr,
  ...rest
}: Omit<FieldProps, 'type' | 'takesFocus' | 'children'> & Passed & AreaEvents & { readonly rows?: number }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        value={value}
        dir={directionOf(value, ltr)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {note !== undefined && (
        <p id={`${id}-note`} class={error === undefined ? 'note' : 'note bad'}>
          {note}
        </p>
      )}
    </div>
  )
}

interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** One of a few. */
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
  /** What is wrong with it. */
  readonly error?: string | undefined
}) {
  const id = useId()
  const note = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note !== undefined && (
        <p id={`${id}-note`} class={error === undefined ? 'note' : 'note bad'}>
          {note}
        </p>
      )}
    </div>
  )
}

/** On or off, at once. */
export function Switch({
  label,
  on,
  onChange,
  hint,
}: {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly hint?: string | undefined
}) {
  const id = useId()
  return (
    <div class="switch">
      <label for={id}>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
