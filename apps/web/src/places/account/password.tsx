import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { WhatEnds } from '../../parts/access/what-ends.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Page } from '../../parts/page.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useBack } from '../../routing/paths.ts'

export function Password() {
  const back = useBack('/account/security')
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask()
  const change = async (): Promise<void> => {
    const body = { password, password_repeat: password, ...(old !== '' && { password_old: old }) }
    await call('PUT /api/v1/auth/password', { body })
    say(t('account.password-changed'), 'good')
    back()
  }
  const wrong = { old: fieldError(task.error, 'password_old'), password: fieldError(task.error, 'password') }
  return (
    <Page title={t('account.change-password')} back="/account/security">
      <Form task={task} onSend={change}>
        <Field
          label={t('account.present-password')}
          name="password"
          type="password"
          value={old}
          onValue={setOld}
          hint={t('account.present-password-hint')}
          error={wrong.old}
          autocomplete="current-password"
        />
        <PasswordField
          label={t('account.new-password')}
          value={password}
          onValue={setPassword}
          error={wrong.password}
        />
        <p class="note">{t('account.password-note')}</p>
        <WhatEnds event="new-password" />
        <Submit look="primary" wide>
          {t('account.change-password')}
        </Submit>
      </Form>
    </Page>
  )
}
