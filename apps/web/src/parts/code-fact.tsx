import { usePublicUrl } from '../api/wallets.ts'
import { t } from '../language/language.ts'
import { IconButton } from './button.tsx'
import './code-fact.css'
import { copy } from './copy-button.tsx'

/** A hash, invoice or key in `Facts`: shortened on the screen, complete when copied or printed. A page of the service opens. */
export function CodeFact({ name, code }: { readonly name: string; readonly code: string }) {
  const isOwnPage = code.startsWith(`${usePublicUrl()}/`)
  return (
    <div class="code-fact">
      <dt>{name}</dt>
      <dd>
        {isOwnPage ? (
          <a href={code} target="_blank" rel="noopener">
            <code>{code}</code>
          </a>
        ) : (
          <code>{code}</code>
        )}
      </dd>
      <dd class="code-fact-copy">
        <IconButton icon="copy" label={t('action.copy-what', { what: name })} onClick={() => void copy(code)} />
      </dd>
    </div>
  )
}
