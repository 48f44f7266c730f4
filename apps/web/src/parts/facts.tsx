import type { ComponentChildren } from 'preact'
import { beginsIsolated } from '../language/isolated.tsx'
import './facts.css'

/** Name and value, line by line: what a person checks before they agree. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>
}

export function Fact({
  name,
  ltr,
  sentence,
  children,
}: {
  readonly name: string
  /** A domain, an address or a code: from left to right in every script. */
  readonly ltr?: boolean
  /** A sentence: below its name, and read from its beginning. */
  readonly sentence?: boolean
  readonly children: ComponentChildren
}) {
  return (
    <div class={sentence === true ? 'sentence' : undefined}>
      <dt>{name}</dt>
      <dd dir={ltr === true ? 'ltr' : beginsIsolated(children) ? undefined : 'auto'}>{children}</dd>
    </div>
  )
}
