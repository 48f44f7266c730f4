import { t } from '../language/language.ts'
import { IconButton } from './button.tsx'
import './code-fact.css'
import { copy } from './copy-button.tsx'

/** A hash, invoice or key in `Facts`: shortened on the screen, complete when copied or printed. */
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
