import { session } from '../../api/session.ts'
import { Isolated } from '../../language/isolated.tsx'
import { t } from '../../language/language.ts'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { useStore } from '../../store.ts'

export function Overview() {
  const me = useStore(session)
  const name = typeof me === 'object' ? me.display_name || me.username : ''
  return (
    <Page title={t('nav.account')} back="/more">
      <List>
        <LinkRow to="/account/profile" icon="person" title={t('account.profile')} note={<Isolated>{name}</Isolated>} />
        <LinkRow to="/account/security" icon="shield" title={t('account.security')} note={t('account.security-note')} />
        <LinkRow to="/account/sessions" icon="device" title={t('account.sessions')} note={t('account.sessions-note')} />
      </List>
      <List>
        <LinkRow to="/account/language" icon="globe" title={t('account.language')} />
        <LinkRow to="/account/appearance" icon="sun" title={t('account.appearance')} />
        <LinkRow
          to="/account/notifications"
          icon="bell"
          title={t('account.notifications')}
          note={t('account.notifications-note')}
        />
        <LinkRow to="/account/money" icon="swap" title={t('account.money')} note={t('account.money-note')} />
      </List>
      <List>
        <LinkRow to="/account/delete" icon="trash" title={t('account.delete')} />
      </List>
    </Page>
  )
}
