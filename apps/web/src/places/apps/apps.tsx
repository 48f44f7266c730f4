import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

/** Extensions: their pages follow. */
export function Apps() {
  return (
    <Page title={t('nav.apps')}>
      <EmptyState icon="apps" title={t('apps.coming')}>
        <p>{t('apps.coming-note')}</p>
        <a href="/docs">{t('apps.docs')}</a>
      </EmptyState>
    </Page>
  )
}
