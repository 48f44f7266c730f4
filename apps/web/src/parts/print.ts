import './print.css'

/** The browser's own print dialog. On a wide screen two things stand side by side: only one of them is printed. */
export function print(what: 'main' | 'aside'): void {
  const { dataset } = document.documentElement
  dataset['print'] = what
  addEventListener('afterprint', () => delete dataset['print'], { once: true })
  window.print()
}
