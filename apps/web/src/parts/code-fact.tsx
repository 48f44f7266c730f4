import { t } from '../language/language.ts'
import { IconButton } from './button.tsx'
import './code-fact.css'
import { copy } from './copy-button.tsx'

/** One of the `Facts`: a hash, an invoice, a key. Cut short on the screen, copied and printed in full. */
export function CodeFact({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <div class="code-fact">
      <dt>{name}</dt>
      <dd>
        <code>{code}</code>
      </dd>
      <dd class="code-fact-copy">
        <IconButton icon="copy" label={t('action.copy-what', { what: name })} onClick={() => void copy(code)} />
      </dd>
    </div>
  )
}
