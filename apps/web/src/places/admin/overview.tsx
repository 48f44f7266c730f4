import { session } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { HaltedBanner } from '../../shell/halted-banner.tsx'
import { useStore } from '../../store.ts'
import { NodeBanner } from './node-banner.tsx'

/** Links to administration; installation-wide ones for super users only. */
export function Overview() {
  const me = useStore(session)
  return (
    <Page title={t('more.admin')} back="/more">
      <HaltedBanner />
      <NodeBanner />
      <List>
        <LinkRow to="/admin/users" icon="person" title={t('admin.users')} note={t('admin.users-note')} />
        <LinkRow to="/admin/links" icon="key" title={t('admin.links')} note={t('admin.links-note')} />
      </List>
      {typeof me === 'object' && me.is_super_user && (
        <List>
          <LinkRow to="/admin/halt" icon="warning" title={t('admin.halt')} note={t('admin.halt-note')} />
          <LinkRow to="/admin/books" icon="activity" title={t('admin.books')} note={t('admin.books-note')} />
          <LinkRow to="/admin/settings" icon="edit" title={t('admin.settings')} note={t('admin.settings-note')} />
          <LinkRow to="/admin/node" icon="bolt" title={t('admin.node')} note={t('admin.node-note')} />
          <LinkRow to="/admin/audit" icon="search" title={t('admin.audit')} note={t('admin.audit-note')} />
          <LinkRow to="/admin/backup" icon="download" title={t('admin.backup')} note={t('admin.backup-note')} />
          <LinkRow to="/admin/extensions" icon="apps" title={t('admin.extensions')} note={t('admin.extensions-note')} />
        </List>
      )}
    </Page>
  )
}
