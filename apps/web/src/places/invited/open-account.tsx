import { call } from '../../api/call.ts'
import { AS_COOKIE, readSession } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import { arrival } from '../../log-in/arrival.ts'
import { type NewAccount, NewAccountForm } from '../../log-in/new-account-form.tsx'
import { Page } from '../../parts/page.tsx'
import { useGo } from '../../routing/paths.ts'
import { useStore } from '../../store.ts'
import { NoLink } from './no-link.tsx'

/** Creates an account by an administrator's invitation, even if registration is closed. */
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
  const enter = async (): Promise<void> => {
    arrival.set({})
    await readSession()
    go('/', { replace: true })
  }
  const create = async (account: NewAccount): Promise<void> => {
    await call('POST /api/v1/auth/register', { body: { ...account, invitation } }, AS_COOKIE)
    await enter()
  }
  return (
    <Page title={t('invited.title')}>
      <p>{t('invited.note')}</p>
      <NewAccountForm submit={t('create.submit')} onSend={create} byPasskey={{ invitation, onOpen: enter }} />
    </Page>
  )
}
