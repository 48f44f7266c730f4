/** Every language, by its own name. To add one: a line here, and its JSON file in every folder `locales`. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl' }>

export type Language = keyof typeof LANGUAGES

export const directionOf = (language: Language): 'ltr' | 'rtl' => LANGUAGES[language].direction

/** The first wish that is one of them (`de` serves `de-AT`), else English. */
export const chooseLanguage = (wishes: readonly unknown[]): Language => wishes.map(knownLanguage).find(Boolean) ?? 'en'

export function knownLanguage(tag: unknown): Language | undefined {
  const [base = ''] = typeof tag === 'string' ? tag.toLowerCase().split('-') : []
  return Object.hasOwn(LANGUAGES, base) ? (base as Language) : undefined
}
