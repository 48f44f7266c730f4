import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

export function SetUp() {
  return (
    <Page title={t('nav.set-up')}>
      <EmptyState icon="shield" title={t('state.coming')} />
    </Page>
  )
}
