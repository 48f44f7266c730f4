export type Theme = 'system' | 'light' | 'dark'

/** Kept on this device, so that the first picture has the right colours. */
const KEPT = 'satchel.theme'

/** `system`: what the device says; the style sheet knows that without an attribute. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEPT)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(KEPT, theme)
    document.documentElement.dataset['theme'] = theme
  }
}

export function restoreTheme(): void {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'light' || kept === 'dark') setTheme(kept)
}
