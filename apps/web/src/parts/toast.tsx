import { createStore, useStore } from '../store.ts'
import './toast.css'

interface Toast {
  readonly text: string
  readonly tone: 'plain' | 'good' | 'bad'
  readonly id: number
}

const shown = createStore<Toast | undefined>(undefined)
const SHOWN_MS = 5000
let last = 0

/** Says a sentence at the foot of the screen, and to screen readers, once. */
export function say(text: string, tone: Toast['tone'] = 'plain'): void {
  last += 1
  const id = last
  shown.set({ text, tone, id })
  setTimeout(() => {
    if (shown.get()?.id === id) shown.set(undefined)
  }, SHOWN_MS)
}

/** Stands once in the app: a live region has to be there before its text. */
export function Toasts() {
  const toast = useStore(shown)
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast !== undefined && (
        <p key={toast.id} class={`toast ${toast.tone}`}>
          {toast.text}
        </p>
      )}
    </div>
  )
}
