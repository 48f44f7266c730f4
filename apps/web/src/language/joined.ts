import { isolatedHere, locale } from './language.ts'

/** `Household · 1,250 sat`: each part keeps its own direction. */
export const joined = (texts: readonly (string | null | undefined)[]): string =>
  texts.flatMap((text) => (text === undefined || text === null || text === '' ? [] : [isolatedHere(text)])).join(' · ')

/** `Price: 1,250 sat`. */
export const named = (name: string, text: string): string => `${isolatedHere(name)}: ${isolatedHere(text)}`

/** `Anna, Ben and Carl`; with `unit`, no `and`. */
export const listed = (texts: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string =>
  new Intl.ListFormat(locale(), { type }).format(texts.map(isolatedHere))
