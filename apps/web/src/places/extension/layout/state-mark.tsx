import { Icon } from '../../../parts/icon.tsx'
import '../../../parts/state-pill.css'
import type { State } from './state-of.ts'

/** A state by colour, shape and text. */
export function StateMark({ state: { tone, text } }: { readonly state: State }) {
  return (
    <span class={`pill ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : tone === 'bad' ? 'close' : 'clock'} />
      {text}
    </span>
  )
}
