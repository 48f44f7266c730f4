import { t } from '../../language/language.ts'
import { Page } from '../../parts/page.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

export function Webhooks({ walletId }: { readonly walletId: string }) {
  return (
    <Page title={t('webhooks.title')} back={`/wallets/${walletId}`}>
      <p class="note">{t('webhooks.note')}</p>
      <WebhookSecret walletId={walletId} />
      <Deliveries walletId={walletId} />
    </Page>
  )
}
