import { closed } from './isolated.js'

/** Text that is HTML already. Only `html` creates it, so everything else in a page has been escaped. */
export interface Html {
  readonly markup: string
}

type Part = string | number | Html | undefined

/**
 * A template whose values are escaped, in text and in quoted attributes alike. A list is its parts side by side;
 * `undefined` is nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly (Part | readonly Html[])[]): Html {
  const markup = parts.map((part, at) => part + (at < values.length ? markupOf(values[at] ?? '') : '')).join('')
  return { markup }
}

/** ` name="value"`, or nothing. */
export const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? html`` : { markup: ` ${name}="${escapeText(String(value))}"` }

/** ` name`, or nothing. */
export const flag = (name: string, set: boolean | undefined): Html => (set === true ? { markup: ` ${name}` } : html``)

function markupOf(value: string | number | Html | readonly Html[]): string {
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

/**
 * Control characters and halves of characters are not allowed in HTML and mean nothing to a reader. No text ends the isolate
 * of its element.
 */
function escapeText(text: string): string {
  return closed(text.toWellFormed())
    .replace(UNPRINTABLE, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
