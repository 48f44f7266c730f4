export type Theme = 'system' | 'light' | 'dark'

/** Stored on the device, so that the first paint has the right colours. */
const KEPT = 'satchel.theme'

/** `system`: no attribute, so the style sheet follows the device. */
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
