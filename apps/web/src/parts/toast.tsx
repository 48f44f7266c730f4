import { useLayoutEffect, useRef } from 'preact/hooks'
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

/** Rendered in the app and in each open dialog, which covers the app: a live region must exist before its text. */
export function Toasts() {
  const toast = useStore(shown)
  const isOnTop = useIsOnTop()
  return (
    <div class="toasts" role="status" aria-live="polite">
      {isOnTop && toast !== undefined && (
        <p key={toast.id} class={`toast ${toast.tone}`}>
          {toast.text}
        </p>
      )}
    </div>
  )
}

const layers = createStore<readonly object[]>([])

/** Only the region that was opened last is visible and announced. */
function useIsOnTop(): boolean {
  const { current: own } = useRef({})
  useLayoutEffect(() => {
    layers.set([...layers.get(), own])
    return () => layers.set(layers.get().filter((layer) => layer !== own))
  }, [])
  return useStore(layers).at(-1) === own
}
