import type { useGo } from '../routing/paths.ts'

/** History state that focuses the search field. */
const SEARCH = { search: true } as const

/** Ctrl+K or ⌘K opens the search from every place. Single-key shortcuts would disturb speech input (WCAG 2.1.4). */
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
