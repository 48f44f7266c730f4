import { t } from '../../language/language.ts'
import { type InvoiceTarget, type LinkTarget, nameOf } from './target.ts'

/** The payee's name and description, as plain text. A contact's own name takes precedence. */
export function Found({
  target,
  contact,
}: {
  readonly target: InvoiceTarget | LinkTarget
  readonly contact: { readonly name: string } | undefined
}) {
  const text = target.kind === 'link' ? target.description : target.memo
  const name = nameOf(target)
  return (
    <div class="send-found">
      {contact !== undefined && <strong dir="auto">{contact.name}</strong>}
      {contact !== undefined ? (
        <p dir="ltr">{name}</p>
      ) : name === undefined ? (
        <strong>{t('send.invoice')}</strong>
      ) : (
        <strong dir="ltr">{name}</strong>
      )}
      {text !== '' && <p dir="auto">{text}</p>}
      {target.linkText !== undefined && target.linkText !== text && <p>{target.linkText}</p>}
    </div>
  )
}
