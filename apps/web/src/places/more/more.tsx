import { logOut, session } from '../../api/session.ts'
import { errorText } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { ButtonRow, LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useGo } from '../../routing/paths.ts'
import { useStore } from '../../store.ts'

export function More() {
  const go = useGo()
  const me = useStore(session)
  const leave = (): Promise<void> =>
    logOut().then(
      () => go('/welcome'),
      (error: unknown) => say(errorText(error), 'bad'),
    )
  return (
    <Page title={t('nav.more')}>
      <List>
        <LinkRow to="/wallets" icon="wallet" title={t('nav.wallets')} note={t('more.wallets-note')} />
        <LinkRow to="/wallets/people" icon="people" title={t('more.people')} note={t('more.people-note')} />
        <LinkRow to="/contacts" icon="contacts" title={t('more.contacts')} note={t('more.contacts-note')} />
        <LinkRow to="/connections" icon="key" title={t('more.connections')} note={t('more.connections-note')} />
        <LinkRow to="/account" icon="person" title={t('nav.account')} note={t('more.account-note')} />
        {typeof me === 'object' && me.is_admin && <LinkRow to="/admin" icon="shield" title={t('more.admin')} />}
      </List>
      <List>
        <LinkRow href="/docs" icon="apps" title={t('more.docs')} note={t('more.docs-note')} />
        <ButtonRow icon="logout" title={t('more.log-out')} onClick={() => void leave()} />
      </List>
    </Page>
  )
}
