import type { ComponentChildren } from 'preact'
import { t } from '../language/language.ts'
import { IconButton } from './button.tsx'
import { copy } from './copy-button.tsx'
import './facts.css'

/** What is known of one thing, a line each. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>
}

export function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

/** A hash, an invoice, a key: cut short on the screen, copied and printed in full. */
export function CodeFact({ label, code }: { readonly label: string; readonly code: string }) {
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd>
        <code class="fact-code">{code}</code>
      </dd>
      <dd class="fact-copy">
        <IconButton icon="copy" label={t('action.copy-what', { what: label })} onClick={() => void copy(code)} />
      </dd>
    </div>
  )
}
