import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'wouter-preact'

const positions = new Map<string, number>()
let isPop = false

/** Identifies a history entry, also after Back and Forward. */
const entryKey = (): string =>
  (window as { navigation?: { currentEntry?: { key: string } } }).navigation?.currentEntry?.key ?? location.href

let key = ''

/** Call once at the start. */
export function watchScroll(): void {
  history.scrollRestoration = 'manual'
  key = entryKey()
  addEventListener('scroll', () => positions.set(key, scrollY), { passive: true })
  addEventListener('popstate', () => (isPop = true))
}

/** A new history entry starts at the top; Back and Forward restore the scroll position. */
export function useScrollPerEntry(): void {
  const [path] = useLocation()
  // Before the browser reports a scroll because the new page is shorter.
  useLayoutEffect(() => {
    key = entryKey()
  }, [path])
  useEffect(() => {
    const top = isPop ? (positions.get(key) ?? 0) : 0
    isPop = false
    // Lists render from the cache within a frame or two.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, top)))
    return () => cancelAnimationFrame(frame)
  }, [path])
}
