import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

/** The page was opened without the token of a link, or was loaded again after it was used. */
export function NoLink({ title }: { readonly title: string }) {
  return (
    <Page title={title} back="/welcome">
      <EmptyState icon="warning" title={t('invited.no-link')}>
        <ButtonLink to="/log-in" look="primary">
          {t('log-in.submit')}
        </ButtonLink>
      </EmptyState>
    </Page>
  )
}
