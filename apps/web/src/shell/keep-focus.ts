/** If the focused element is removed and nothing takes its focus, focuses the heading. Call once at the start. */
export function watchFocus(): void {
  let last: EventTarget | null = null
  addEventListener('focusin', ({ target }) => (last = target))
  const keep = (): void => {
    if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true })
}
