import { withLatinDigits } from '@satchel/money/with-latin-digits'
import { chooseLanguage, directionOf, type Language } from '@satchel/page/languages'
import { isLocale } from '@satchel/page/visitor-language'
import { IntlMessageFormat } from 'intl-messageformat'
import type English from '../../locales/en.json'
import { createStore, useStore } from '../store.ts'
import { isolatedIn } from './isolated.tsx'
import { isPlain, type Message, PARSING, withoutValues } from './message.ts'
import type { TextPart } from './place-texts.ts'
import { type Catalogue, createTextLoader } from './text-loader.ts'

export type TextKey = keyof typeof English
type Values = Readonly<Record<string, string | number | Date>>

type File = { readonly default: Catalogue }

/** Each part (place-texts.ts) of a language is loaded on demand. */
const FILES = {
  start: import.meta.glob<File>(['../../locales/*.json', '!**/notes.json']),
  places: import.meta.glob<File>(['../../locales/*.json', '!**/notes.json'], { query: '?places' }),
  admin: import.meta.glob<File>(['../../locales/*.json', '!**/notes.json'], { query: '?admin' }),
}

/** Stored on the device, so that the start needs no answer of the service. Not a secret. */
const KEPT = 'satchel.language'

interface Spoken {
  readonly language: Language
  /** For `Intl`: with the region of the browser if its language is the same; always Latin digits. */
  readonly locale: string
  readonly texts: Catalogue
}

const spoken = createStore<Spoken>({ language: 'en', locale: 'en', texts: {} })
let formats = new Map<string, IntlMessageFormat>()

const loader = createTextLoader(
  async (language, part) => (await FILES[part][`../../locales/${language}.json`]!()).default,
  (language, texts) => {
    formats = new Map()
    const spokenHere = (tag: string): boolean => tag.toLowerCase().split('-')[0] === language && isLocale(tag)
    const locale = navigator.languages.find(spokenHere) ?? language
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
    spoken.set({ language, locale: withLatinDigits(locale), texts })
  },
)

/** Loads the catalogue of `wish`, else of the stored or the browser's languages, and sets the page's direction. */
export async function setLanguage(wish?: string): Promise<void> {
  const language = chooseLanguage([wish ?? '', localStorage.getItem(KEPT) ?? '', ...navigator.languages])
  if (wish !== undefined) localStorage.setItem(KEPT, language)
  await loader.speak(language)
}

/** Loads the texts of a part that the start does without. */
export const loadTexts = (part: TextPart): Promise<void> => loader.want(part)

/** Redraws the component when the language changes. */
export const useLanguage = (): Spoken => useStore(spoken)

/** Isolates text of other people that is concatenated. `t` does it for its values, `Isolated` for elements. */
export const isolatedHere = (text: string): string => isolatedIn(text, directionOf(spoken.get().language))

export const locale = (): string => spoken.get().locale

/** `EUR – Euro`, in the words of the locale. */
export function currencyName(code: string): string {
  // A package may use any text as a currency; `Intl` throws for invalid codes.
  if (!/^[A-Za-z]{3}$/.test(code)) return code
  const name = new Intl.DisplayNames([locale()], { type: 'currency', fallback: 'none' }).of(code)
  return name === undefined ? code : `${code} – ${name}`
}

/** The text of the catalogue with its placeholders filled: `t('home.greeting', { name })`. */
export function t(key: TextKey, values?: Values): string {
  const text = spoken.get().texts[key] ?? key
  // A value is missing: the rest of the sentence still helps.
  return format(key, text, values) ?? withoutValues(text)
}

/** Like `t`, for keys computed at run time; undefined if the text or a value is missing. */
export function tryText(key: string, values?: Values): string | undefined {
  const text = spoken.get().texts[key]
  return text === undefined ? undefined : format(key, text, values)
}

function format(key: string, text: Message, values: Values | undefined): string | undefined {
  if (isPlain(text)) return text
  let made = formats.get(key)
  if (made === undefined) {
    made = new IntlMessageFormat(text, spoken.get().locale, undefined, PARSING)
    formats.set(key, made)
  }
  try {
    return String(made.format(values && isolateAll(values)))
  } catch {
    return undefined
  }
}

/** Keeps a value from changing the direction of the sentence. */
const isolateAll = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolatedHere(value) : value]),
  )
