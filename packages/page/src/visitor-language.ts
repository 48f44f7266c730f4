import { chooseLanguage, knownLanguage, type Language } from './languages.ts'

/** The language of `?lang=`, else the one that the browser prefers; English if there is none. */
export const visitorLanguage = (wish: unknown, acceptLanguage: string | undefined): Language =>
  chooseLanguage([wish, ...preferences(acceptLanguage ?? '')])

/** For the numbers that a visitor types: the language of the page, with the region of the browser where it speaks it. */
export const visitorLocale = (language: Language, acceptLanguage: string | undefined): string =>
  preferences(acceptLanguage ?? '').find((tag) => knownLanguage(tag) === language && isLocale(tag)) ?? language

/** A browser may send anything, such as `C`; `Intl` throws for an invalid tag. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** `de-AT,de;q=0.9,en;q=0.8`: the tags, the preferred one first (RFC 9110 §12.5.4). */
function preferences(header: string): string[] {
  return header
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}

/** Longer ones are no browser's. */
const MAX_HEADER = 1000
