import { t } from '../../language/language.ts'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'

export function Overview() {
  return (
    <Page title={t('more.admin')} back="/more">
      <List>
        <LinkRow to="/admin/users" icon="person" title={t('admin.users')} note={t('admin.users-note')} />
        <LinkRow to="/admin/links" icon="key" title={t('admin.links')} note={t('admin.links-note')} />
      </List>
    </Page>
  )
}
