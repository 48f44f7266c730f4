import { useLayoutEffect, useRef } from 'preact/hooks'
import { createStore, useStore } from '../store.ts'
import './toast.css'
import { placeToast } from './toast-place.ts'

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
      {isOnTop && toast !== undefined && <ShownToast key={toast.id} {...toast} />}
    </div>
  )
}

const PLACE_EVERY_MS = 200

/** It covers nothing that can be used, also when the page below it is another one meanwhile. */
function ShownToast({ text, tone }: Toast) {
  const line = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const place = (): void => {
      if (line.current !== null) placeToast(line.current)
    }
    place()
    const timer = setInterval(place, PLACE_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p ref={line} class={`toast ${tone}`}>
      {text}
    </p>
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
