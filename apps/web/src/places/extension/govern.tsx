import type { ExtensionRow } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { LinkRow, List } from '../../parts/list-row.tsx'

/** The extension's page in administration, for super users. */
export const Govern = ({ row }: { readonly row: ExtensionRow }) => (
  <List label={t('ext.for-all')}>
    <LinkRow to={`/admin/extensions/${row.id}`} icon="apps" title={t('ext.for-all')} note={t('ext.govern')} />
  </List>
)
