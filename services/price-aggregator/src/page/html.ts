/** Text that is HTML already. Nothing but `html` makes it, so whatever else stands in a page has been escaped. */
export interface Html {
  readonly markup: string
}

/** A template whose values are escaped, in text and in quoted attributes alike. A list is its parts side by side. */
export function html(parts: TemplateStringsArray, ...values: readonly (Part | readonly Html[])[]): Html {
  const markup = parts.map((part, at) => part + (at < values.length ? markupOf(values[at] ?? '') : '')).join('')
  return { markup }
}

type Part = string | number | Html

function markupOf(value: Part | readonly Html[]): string {
  if (typeof value !== 'object') return escapeText(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
