import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'

/** The page has no token: it was opened without a link, or reloaded after the token was read. */
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
