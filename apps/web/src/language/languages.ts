/** Every language with a catalogue, by its own name. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl' }>

export type Language = keyof typeof LANGUAGES

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)

/** The first wish with a catalogue (`de` serves `de-AT`), else English. */
export function chooseLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const [base = ''] = wish.toLowerCase().split('-')
    if (isLanguage(base)) return base
  }
  return 'en'
}
