import { useState } from 'preact/hooks'
import { t } from '../language/language.ts'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'

/** A new password with a button that shows it, in place of typing it twice. */
export function PasswordField({
  label,
  value,
  onValue,
  error,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
}) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      name="new-password"
      type={shown ? 'text' : 'password'}
      value={value}
      onValue={onValue}
      hint={t('create.password-hint')}
      error={error}
      autocomplete="new-password"
      autocapitalize="none"
      spellcheck={false}
      minLength={8}
      limit={{ max: 128 }}
      required
    >
      <IconButton
        icon={shown ? 'eye-off' : 'eye'}
        label={t(shown ? 'password.hide' : 'password.show')}
        onClick={() => setShown(!shown)}
      />
    </Field>
  )
}
