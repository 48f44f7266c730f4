import { t } from '../../language/language.ts'
import { type InvoiceTarget, type LinkTarget, nameOf } from './target.ts'

/** Whom, and what for: in the payee's words, as text. */
export function Found({ target }: { readonly target: InvoiceTarget | LinkTarget }) {
  const text = target.kind === 'link' ? target.description : target.memo
  const name = nameOf(target)
  return (
    <div class="send-found">
      {name === undefined ? <strong>{t('send.invoice')}</strong> : <strong dir="ltr">{name}</strong>}
      {text !== '' && <p dir="auto">{text}</p>}
    </div>
  )
}
