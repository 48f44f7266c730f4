import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { AS_COOKIE, readSession } from '../../api/session.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { arrival } from '../../log-in/arrival.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import { useStore } from '../../store.ts'
import { NoLink } from './no-link.tsx'

/** By the invitation of an administrator, also where strangers may not register. */
export function OpenAccount() {
  const { token } = useStore(arrival)
  return token === undefined || token === '' ? (
    <NoLink title={t('invited.title')} />
  ) : (
    <AccountForm invitation={token} />
  )
}

function AccountForm({ invitation }: { readonly invitation: string }) {
  const go = useGo()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask()
  const create = async (): Promise<void> => {
    await call('POST /api/v1/auth/register', { body: { username, password, invitation } }, AS_COOKIE)
    arrival.set({})
    await readSession()
    go('/', { replace: true })
  }
  const wrong = { username: fieldError(task.error, 'username'), password: fieldError(task.error, 'password') }
  return (
    <Page title={t('invited.title')}>
      <p>{t('invited.note')}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          task.run(create)
        }}
      >
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
        {wrong.username === undefined && wrong.password === undefined && <Problem error={task.error} />}
        <Button type="submit" look="primary" wide busy={task.busy}>
          {t('create.submit')}
        </Button>
      </form>
    </Page>
  )
}
