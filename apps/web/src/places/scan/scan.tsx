import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

export function Scan() {
  return (
    <Page title={t('nav.scan')}>
      <EmptyState icon="scan" title={t('state.coming')} />
    </Page>
  )
}
