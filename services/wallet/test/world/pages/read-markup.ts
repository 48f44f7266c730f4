/** A parsed page: its tags, and the texts of authors and visitors. */
export interface Markup {
  /** `<p class dir>`, `</p>`, in their order. */
  readonly tags: readonly string[]
  /** Texts and values of attributes, as a browser reads them. */
  readonly texts: readonly string[]
}

/**
 * Reads nothing but the plain HTML that our templates write: lower-case tags, double-quoted attributes, escaped text.
 * Anything else, such as a stray `<` or a quote that ends an attribute early, throws.
 */
export function readMarkup(page: string): Markup {
  const tags: string[] = []
  const texts: string[] = []
  let at = 0
  while (at < page.length) {
    PIECE.lastIndex = at
    const piece = PIECE.exec(page)
    if (piece === null) throw new Error(`not plain HTML: ${page.slice(at, at + 60)}`)
    at = PIECE.lastIndex
    const [all, tag] = piece
    if (tag === undefined) texts.push(decode(all))
    else {
      tags.push(tag.replaceAll(VALUE, ''))
      for (const [, value = ''] of tag.matchAll(VALUE)) texts.push(decode(value))
    }
  }
  return { tags, texts }
}

const PIECE = /(<!doctype html>|<\/[a-z][a-z0-9]*>|<[a-zA-Z][a-zA-Z0-9]*(?: [a-zA-Z-]+(?:="[^"<>]*")?)*\/?>)|[^<>]+/y
const VALUE = /="([^"<>]*)"/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The five entities that templates write; another one was not written by a template. */
const decode = (text: string): string =>
  text.replace(/&[^;\s]{0,8};?/g, (entity) => {
    const character = ENTITIES[entity]
    if (character === undefined) throw new Error(`not our entity: ${entity}`)
    return character
  })
