import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { logOut } from '../../api/session.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { Checkbox } from '../../parts/choices.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Page } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'

export function DeleteAccount() {
  const go = useGo()
  const [sure, setSure] = useState(false)
  const [password, setPassword] = useState('')
  const task = useTask()
  const remove = async (): Promise<void> => {
    await call('DELETE /api/v1/auth/me', { body: password === '' ? {} : { password } })
    await logOut()
    go('/welcome', { replace: true })
    say(t('account.deleted'))
  }
  const wrong = fieldError(task.error, 'password')
  return (
    <Page title={t('account.delete')} back="/account">
      <p>{t('account.delete-note')}</p>
      <p>{t('account.delete-money')}</p>
      <Form task={task} onSend={remove}>
        <Field
          label={t('log-in.password')}
          name="password"
          type="password"
          value={password}
          onValue={setPassword}
          hint={t('account.present-password-hint')}
          error={wrong}
          autocomplete="current-password"
        />
        <Checkbox label={t('account.delete-sure')} on={sure} onChange={setSure} />
        <Submit look="danger" icon="trash" wide disabled={!sure}>
          {t('account.delete')}
        </Submit>
      </Form>
    </Page>
  )
}
