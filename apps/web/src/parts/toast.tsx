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

/** Shows a toast and announces it to screen readers once. */
export function say(text: string, tone: Toast['tone'] = 'plain'): void {
  last += 1
  const id = last
  shown.set({ text, tone, id })
  setTimeout(() => {
    if (shown.get()?.id === id) shown.set(undefined)
  }, SHOWN_MS)
}

/** Also rendered inside each open dialog, which covers the app. A live region must exist before its text. */
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

/** Keeps its distance from interactive elements, also after the page below changes. */
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

/** Only the region that opened last shows and announces toasts. */
function useIsOnTop(): boolean {
  const { current: own } = useRef({})
  useLayoutEffect(() => {
    layers.set([...layers.get(), own])
    return () => layers.set(layers.get().filter((layer) => layer !== own))
  }, [])
  return useStore(layers).at(-1) === own
}
