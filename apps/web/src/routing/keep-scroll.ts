import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'wouter-preact'

const positions = new Map<string, number>()
let isPop = false

/** The entry of the history: the same after Back and Forward. */
const entryKey = (): string =>
  (window as { navigation?: { currentEntry?: { key: string } } }).navigation?.currentEntry?.key ?? location.href

let key = ''

/** Called once at the start. */
export function watchScroll(): void {
  history.scrollRestoration = 'manual'
  key = entryKey()
  addEventListener('scroll', () => positions.set(key, scrollY), { passive: true })
  addEventListener('popstate', () => (isPop = true))
}

/** A new page begins at its top; a page that the person comes back to, where they left it. */
export function useScrollPerEntry(): void {
  const [path] = useLocation()
  // Before the browser notices that the page is shorter now, and reports a scroll of the new entry.
  useLayoutEffect(() => {
    key = entryKey()
  }, [path])
  useEffect(() => {
    const top = isPop ? (positions.get(key) ?? 0) : 0
    isPop = false
    // Lists are drawn from what is cached, within a frame or two.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, top)))
    return () => cancelAnimationFrame(frame)
  }, [path])
}
