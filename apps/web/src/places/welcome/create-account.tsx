import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { AS_COOKIE, readSession } from '../../api/session.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { NewPasskeyAccount } from '../../log-in/new-passkey-account.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import { useMethods } from './use-methods.ts'

/** A name, and a password or a passkey: no e-mail address, nothing to confirm. */
export function CreateAccount() {
  const go = useGo()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask()
  const byPasskey = useMethods()?.methods.includes('passkey') === true
  const enter = async (): Promise<void> => {
    await readSession()
    go('/', { replace: true })
  }
  const create = async (): Promise<void> => {
    await call('POST /api/v1/auth/register', { body: { username, password } }, AS_COOKIE)
    await enter()
  }
  const wrong = { username: fieldError(task.error, 'username'), password: fieldError(task.error, 'password') }
  return (
    <Page title={t('create.title')} back="/welcome">
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
        <Field
          label={t('log-in.password')}
          name="new-password"
          type="password"
          value={password}
          onValue={setPassword}
          hint={t('create.password-hint')}
          error={wrong.password}
          autocomplete="new-password"
          minLength={8}
          maxLength={128}
          required
        />
        {wrong.username === undefined && wrong.password === undefined && <Problem error={task.error} />}
        <Button type="submit" look="primary" wide busy={task.busy}>
          {t('create.submit')}
        </Button>
      </form>
      {byPasskey && <NewPasskeyAccount username={username} onOpen={enter} />}
    </Page>
  )
}
