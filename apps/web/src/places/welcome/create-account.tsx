import { call } from '../../api/call.ts'
import { AS_COOKIE, readSession } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import { type NewAccount, NewAccountForm } from '../../log-in/new-account-form.tsx'
import { Page } from '../../parts/page.tsx'
import { useGo } from '../../routing/paths.ts'

/** Registers by username and password or passkey, without e-mail. */
export function CreateAccount() {
  const go = useGo()
  const enter = async (): Promise<void> => {
    await readSession()
    go('/', { replace: true })
  }
  const create = async (body: NewAccount): Promise<void> => {
    await call('POST /api/v1/auth/register', { body }, AS_COOKIE)
    await enter()
  }
  return (
    <Page title={t('create.title')} back="/welcome">
      <NewAccountForm submit={t('create.submit')} onSend={create} byPasskey={{ onOpen: enter }} />
    </Page>
  )
}
