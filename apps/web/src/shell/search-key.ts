import type { useGo } from '../routing/paths.ts'

/** What the entry of the history says when the search was asked for from elsewhere. */
const SEARCH = { search: true } as const

/**
 * Ctrl+K, or ⌘K: the search over all payments, from every place. A key alone would surprise people who speak to their
 * device (WCAG 2.1.4).
 */
export function watchSearchKey(go: ReturnType<typeof useGo>): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    const field = document.querySelector<HTMLInputElement>('input[type="search"]')
    if (field === null) go('/activity', { state: SEARCH })
    else field.focus()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
