import { readTranslations } from '../read-translations.ts'
import type { Translations } from '../text.ts'
import type { OwnerPages } from './owner.ts'

/** Words that many extensions share: `amount`, `created`, the states of payments. */
export const COMMON_WORDS = readTranslations(import.meta.url)

/** Finds the first of several keys that has a text. */
export interface FindWords {
  (...keys: readonly string[]): string | undefined
  /** Only the extension's own texts in that language. */
  own(...keys: readonly string[]): string | undefined
}

/** The texts of one extension in one language, then in English. */
export function wordsOf(owner: OwnerPages | undefined, language: string): FindWords {
  const own = owner?.texts ?? {}
  const inBooks =
    (...books: readonly (Translations[string] | undefined)[]) =>
    (...keys: readonly string[]): string | undefined => {
      for (const book of books) {
        for (const key of keys) {
          const text = book?.[key]
          if (text !== undefined && text !== '') return text
        }
      }
      return undefined
    }
  const find = inBooks(own[language], COMMON_WORDS[language], own['en'], COMMON_WORDS['en'])
  return Object.assign(find, { own: inBooks(own[language]) })
}

/** `served_invoices` → `Served invoices`: the label of a field without a text. */
export function labelFrom(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
