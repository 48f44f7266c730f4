import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

export function Account() {
  return (
    <Page title={t('nav.account')}>
      <EmptyState icon="person" title={t('state.coming')} />
    </Page>
  )
}
