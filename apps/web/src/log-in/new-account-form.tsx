import { useState } from 'preact/hooks'
import { fieldError } from '../language/error-text.ts'
import { t } from '../language/language.ts'
import { Field } from '../parts/field.tsx'
import { Form, Submit } from '../parts/form/form.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { useTask } from '../parts/use-task.ts'
import { type ByPasskey, NewPasskeyAccount } from './new-passkey-account.tsx'
import { usernameError } from './username-error.ts'

export interface NewAccount {
  readonly username: string
  readonly password: string
}

/** Creates an account by username and password or passkey. Fields show the error with which `onSend` rejects. */
export function NewAccountForm(props: {
  readonly submit: string
  readonly onSend: (account: NewAccount) => Promise<void>
  /** Set if the account may have a passkey in place of a password. */
  readonly byPasskey?: ByPasskey
}) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask()
  const wrong = { username: usernameError(task.error), password: fieldError(task.error, 'password') }
  return (
    <>
      <Form task={task} onSend={() => props.onSend({ username, password })}>
        <Field
          label={t('log-in.username')}
          name="username"
          value={username}
          onValue={setUsername}
          hint={t('create.username-hint')}
          error={wrong.username}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <PasswordField label={t('log-in.password')} value={password} onValue={setPassword} error={wrong.password} />
        <Submit look="primary" wide>
          {props.submit}
        </Submit>
      </Form>
      {props.byPasskey !== undefined && <NewPasskeyAccount {...props.byPasskey} username={username} />}
    </>
  )
}
