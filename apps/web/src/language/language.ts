import { IntlMessageFormat } from 'intl-messageformat'
import type English from '../../locales/en.json'
import { createStore, useStore } from '../store.ts'
import { chooseLanguage, type Language, LANGUAGES } from './languages.ts'
import type { TextPart } from './place-texts.ts'

export type TextKey = keyof typeof English
type Catalogue = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number | Date>>

type Load = () => Promise<{ default: Catalogue }>

/** In parts (place-texts.ts): each is loaded when it is needed. */
const CATALOGUES: Readonly<Record<Language, Readonly<Record<TextPart, Load>>>> = {
  en: {
    start: () => import('../../locales/en.json'),
    places: () => import('../../locales/en.json?places'),
    admin: () => import('../../locales/en.json?admin'),
  },
  de: {
    start: () => import('../../locales/de.json'),
    places: () => import('../../locales/de.json?places'),
    admin: () => import('../../locales/de.json?admin'),
  },
  es: {
    start: () => import('../../locales/es.json'),
    places: () => import('../../locales/es.json?places'),
    admin: () => import('../../locales/es.json?admin'),
  },
  ar: {
    start: () => import('../../locales/ar.json'),
    places: () => import('../../locales/ar.json?places'),
    admin: () => import('../../locales/ar.json?admin'),
  },
}

/** The wish of this device, so that the start needs no answer of the service: a language is no secret. */
const KEPT = 'satchel.language'

interface Spoken {
  readonly language: Language
  /** For `Intl`: the region of the browser, when it speaks the same language. */
  readonly locale: string
  readonly texts: Catalogue
}

const spoken = createStore<Spoken>({ language: 'en', locale: 'en', texts: {} })
let formats = new Map<string, IntlMessageFormat>()

/** Loads the catalogue of the wish, else of the browser's languages, and turns the page's direction. */
export async function setLanguage(wish?: string): Promise<void> {
  const language = chooseLanguage([wish ?? '', localStorage.getItem(KEPT) ?? '', ...navigator.languages])
  if (wish !== undefined) localStorage.setItem(KEPT, language)
  if (language === spoken.get().language && Object.keys(spoken.get().texts).length > 0) return
  const parts = await Promise.all([...wanted].map((part) => CATALOGUES[language][part]()))
  const texts: Catalogue = Object.assign({}, ...parts.map((part) => part.default))
  formats = new Map()
  const locale = navigator.languages.find((each) => each.toLowerCase().startsWith(language)) ?? language
  document.documentElement.lang = language
  document.documentElement.dir = LANGUAGES[language].direction
  spoken.set({ language, locale, texts })
}

const wanted = new Set<TextPart>(['start'])

/** The texts of places that are not needed at the start. */
export async function loadTexts(part: TextPart): Promise<void> {
  if (wanted.has(part)) return
  wanted.add(part)
  try {
    const { language } = spoken.get()
    const { default: more } = await CATALOGUES[language][part]()
    const now = spoken.get()
    // A language that was chosen meanwhile has come with all parts.
    if (now.language === language) spoken.set({ ...now, texts: { ...now.texts, ...more } })
  } catch (error) {
    wanted.delete(part)
    throw error
  }
}

/** The language on the screen; a component that uses it is drawn again when it changes. */
export const useLanguage = (): Spoken => useStore(spoken)

/** For `Intl`: numbers, dates, lists. */
export const locale = (): string => spoken.get().locale

/** The text of the catalogue, its placeholders filled: `t('home.greeting', { name })`. */
export function t(key: TextKey, values?: Values): string {
  const text = spoken.get().texts[key] ?? key
  // A placeholder without a value: the rest of the sentence still helps.
  return format(key, text, values) ?? text
}

/** The same for a key that is only known now; undefined where the catalogue has none, or a value is missing. */
export function tryText(key: string, values?: Values): string | undefined {
  const text = spoken.get().texts[key]
  return text === undefined ? undefined : format(key, text, values)
}

function format(key: string, text: string, values: Values | undefined): string | undefined {
  if (!text.includes('{') && !text.includes("'")) return text
  let made = formats.get(key)
  if (made === undefined) {
    made = new IntlMessageFormat(text, spoken.get().locale, undefined, { ignoreTag: true })
    formats.set(key, made)
  }
  try {
    return String(made.format(values))
  } catch {
    return undefined
  }
}
