import { usePublicUrl } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { CodeFact } from '../../parts/code-fact.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

/** Shown once and not stored. */
export function ShownToken({ token }: { readonly token: string }) {
  return (
    <section class="stack shown-token" aria-label={t('connect.token')}>
      <p>{t('connect.once')}</p>
      <QrCode data={token} label={t('connect.token-code')} />
      <Facts>
        <CodeFact name={t('connect.token')} code={token} />
        <CodeFact name={t('connect.address')} code={usePublicUrl()} />
      </Facts>
      <CopyButton text={token} label={t('connect.copy')} wide />
    </section>
  )
}
