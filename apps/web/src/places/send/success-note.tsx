import { t } from '../../language/language.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { SuccessAction } from './pay-states.ts'

/** The payee's message after the payment, as plain text. Links are http(s) only and show their host. */
export function SuccessNote({ action }: { readonly action: SuccessAction }) {
  if (action === null) return null
  const { message, description, url, plaintext } = action
  const link = webLink(url)
  return (
    <section class="stack success-note" aria-label={t('send.message')}>
      <h2>{t('send.message')}</h2>
      {[message, description].map(
        (text, line) =>
          text !== undefined &&
          text !== '' && (
            <p key={line} class="code-memo" dir="auto">
              {text}
            </p>
          ),
      )}
      {typeof plaintext === 'string' && (
        <>
          <code dir="ltr">{plaintext}</code>
          <CopyButton text={plaintext} />
        </>
      )}
      {link !== undefined && (
        <a class="button plain wide" href={link.href} rel="noopener noreferrer" target="_blank">
          <span>{t('send.open-page', { domain: link.host })}</span>
        </a>
      )}
    </section>
  )
}

function webLink(url: string | undefined): URL | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const link = new URL(url)
  return link.protocol === 'https:' || link.protocol === 'http:' ? link : undefined
}
