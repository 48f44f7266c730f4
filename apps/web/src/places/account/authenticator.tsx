import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshProtection, useProtection } from '../../api/protection.ts'
import { t } from '../../language/language.ts'
import { Form, Submit } from '../../parts/form/form.tsx'
import { CodeField, totpOf } from '../../parts/numbers/code-field.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { AuthenticatorSetUp } from './authenticator-set-up.tsx'

export function Authenticator() {
  const { data, error, refetch } = useProtection()
  return (
    <Page title={t('account.authenticator')} back="/account/security">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.second_factor.includes('totp') ? (
        <Remove />
      ) : (
        <AuthenticatorSetUp onDone={() => void refreshProtection()} />
      )}
    </Page>
  )
}

/** Removes the authenticator after a TOTP code or a recovery code. */
function Remove() {
  const [code, setCode] = useState('')
  const task = useTask()
  const remove = async (): Promise<void> => {
    const typed = totpOf(code)
    const body = /^\d{6}$/.test(typed) ? { totp: typed } : { recovery_code: code.trim() }
    await call('DELETE /api/v1/auth/totp', { body })
    say(t('account.authenticator-removed'), 'good')
    await refreshProtection()
  }
  return (
    <Form task={task} onSend={remove}>
      <p>{t('account.authenticator-on')}</p>
      <CodeField label={t('account.code-or-recovery')} value={code} onValue={setCode} isDigits={false} required />
      <Submit look="danger" wide>
        {t('account.authenticator-remove')}
      </Submit>
    </Form>
  )
}
