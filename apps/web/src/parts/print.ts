import './print.css'

/** Opens the print dialog. On wide screens, prints only one of the two columns. */
export function print(what: 'main' | 'aside'): void {
  const { dataset } = document.documentElement
  dataset['print'] = what
  addEventListener('afterprint', () => delete dataset['print'], { once: true })
  window.print()
}
