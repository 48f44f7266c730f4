import { useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { AS_COOKIE, readSession } from '../../api/session.ts'
import { useStatus } from '../../api/wallets.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { arrival } from '../../log-in/arrival.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useStore } from '../../store.ts'
import { WhereTheLinkIs } from './where-the-link-is.tsx'

/** With the token of the link: a name and a password. Without it: where the link is. */
export function FirstUser() {
  const { token } = useStore(arrival)
  const status = useStatus()
  const [isWrong, setWrong] = useState(false)
  if (status?.needs_first_user === false) return <IsSetUp />
  if (token === undefined || token === '' || isWrong)
    return (
      <WhereTheLinkIs
        wasWrong={isWrong}
        onToken={(given) => {
          setWrong(false)
          arrival.set({ token: given })
        }}
      />
    )
  return <FirstUserForm token={token} onWrongToken={() => setWrong(true)} />
}

function IsSetUp() {
  return (
    <Page title={t('set-up.title')} back="/welcome">
      <EmptyState icon="check" title={t('set-up.is-done')}>
        <ButtonLink to="/log-in" look="primary">
          {t('log-in.submit')}
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}

function FirstUserForm({ token, onWrongToken }: { readonly token: string; readonly onWrongToken: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask()
  const create = async (): Promise<void> => {
    const body = { username, password, password_repeat: password, first_install_token: token }
    try {
      await call('PUT /api/v1/auth/first_install', { body }, AS_COOKIE)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return onWrongToken()
      throw error
    }
    arrival.set({})
    await readSession()
  }
  const wrong = { username: fieldError(task.error, 'username'), password: fieldError(task.error, 'password') }
  return (
    <Page title={t('set-up.title')}>
      <p>{t('set-up.you')}</p>
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
          {t('set-up.next')}
        </Button>
      </form>
    </Page>
  )
}
