import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

export function Activity() {
  return (
    <Page title={t('nav.activity')}>
      <EmptyState icon="activity" title={t('state.coming')} />
    </Page>
  )
}
