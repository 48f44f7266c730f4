import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

export function Wallets() {
  return (
    <Page title={t('nav.wallets')}>
      <EmptyState icon="wallet" title={t('state.coming')} />
    </Page>
  )
}
