import type { ComponentChildren } from 'preact'
import { beginsIsolated } from '../language/isolated.tsx'
import './facts.css'

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
  /** A domain, address or code: left to right in every script. */
  readonly ltr?: boolean
  /** A longer text: shown below its name. */
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
