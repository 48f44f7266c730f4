import { useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { AS_COOKIE, readSession } from '../../api/session.ts'
import { useStatus } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { arrival } from '../../log-in/arrival.ts'
import { type NewAccount, NewAccountForm } from '../../log-in/new-account-form.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { useStore } from '../../store.ts'
import { WhereTheLinkIs } from './where-the-link-is.tsx'

/** Creates the super user with the token of the set-up link; without a token, says where the link is. */
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
  const create = async ({ username, password }: NewAccount): Promise<void> => {
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
  return (
    <Page title={t('set-up.title')}>
      <p>{t('set-up.you')}</p>
      <NewAccountForm submit={t('set-up.next')} onSend={create} />
    </Page>
  )
}
