// Read by browsers as it is. Its types are in `translate.d.ts`.

import { isolated } from './isolated.js'

/**
 * A text in the language of `texts`, which has the translations by the English text. `{name}` becomes the value of that name,
 * isolated from the words around it. What has been filled in already, as in an answer of a route, is found by its template.
 */
export function translate(text, values, { texts = {}, direction }) {
  if (Object.hasOwn(texts, text)) return fillIn(texts[text], values, direction)
  if (Object.keys(values).length > 0) return fillIn(text, values, direction)
  for (const [template, translation] of Object.entries(texts)) {
    const found = valuesOf(template, text)
    if (found !== undefined) return fillIn(translation, found, direction)
  }
  return fillIn(text, values, direction)
}

const fillIn = (text, values, direction) =>
  text.replace(/\{(\w+)\}/g, (all, name) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? isolated(String(values[name]), direction) : all,
  )

/** A template with fewer letters, such as `{min} to {max}`, is found in texts that are not made of it. */
const MIN_LETTERS = 12
const HOLE = /\{\w+\}/g

function valuesOf(template, text) {
  const names = template.match(HOLE)
  if (names === null || template.replace(HOLE, '').replace(/\P{L}/gu, '').length < MIN_LETTERS) return undefined
  const parts = template.split(HOLE).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const found = new RegExp(`^${parts.join('(.+?)')}$`, 'u').exec(text)
  return found === null ? undefined : Object.fromEntries(names.map((name, at) => [name.slice(1, -1), found[at + 1]]))
}
