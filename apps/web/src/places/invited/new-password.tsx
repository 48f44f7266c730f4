import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { arrival } from '../../log-in/arrival.ts'
import { WhatEnds } from '../../parts/access/what-ends.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Page } from '../../parts/page.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useStore } from '../../store.ts'
import { NoLink } from './no-link.tsx'

/** Sets a new password by a reset link of an administrator. */
export function NewPassword() {
  const { token } = useStore(arrival)
  const [username, setUsername] = useState<string | undefined>(undefined)
  if (username !== undefined) return <IsChanged username={username} />
  if (token === undefined || token === '') return <NoLink title={t('invited.reset-title')} />
  return <PasswordForm token={token} onDone={setUsername} />
}

function IsChanged({ username }: { readonly username: string }) {
  return (
    <Page title={t('invited.reset-title')}>
      <EmptyState icon="check" title={t('invited.reset-done', { name: username })}>
        <ButtonLink to="/log-in" look="primary">
          {t('log-in.submit')}
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}

interface FormProps {
  readonly token: string
  readonly onDone: (username: string) => void
}

function PasswordForm({ token, onDone }: FormProps) {
  const [password, setPassword] = useState('')
  const task = useTask()
  const change = async (): Promise<void> => {
    const { username } = await call('PUT /api/v1/auth/reset', { body: { token, password } }, { anonymous: true })
    arrival.set({})
    onDone(username)
  }
  const wrong = fieldError(task.error, 'password')
  return (
    <Page title={t('invited.reset-title')}>
      <p>{t('invited.reset-note')}</p>
      <WhatEnds event="reset-by-link" />
      <Form task={task} onSend={change}>
        <PasswordField label={t('log-in.password')} value={password} onValue={setPassword} error={wrong} />
        <Submit look="primary" wide>
          {t('action.save')}
        </Submit>
      </Form>
    </Page>
  )
}
