/**
 * The focus is never lost: when what has it is gone from the page, the heading gets it, unless its successor has taken
 * it. Called once at the start.
 */
export function watchFocus(): void {
  let last: EventTarget | null = null
  addEventListener('focusin', ({ target }) => (last = target))
  const keep = (): void => {
    if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true })
}
