import { readFileSync } from 'node:fs'
import { directionOf, LANGUAGES, type Language } from '@satchel/page/languages'
import { translate } from '@satchel/page/translate'

/** Texts and formats of the page for one reader. */
export interface PageSpeech {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  say(text: string, values?: Readonly<Record<string, string | number>>): string
  /** Texts of `live-prices.js`; undefined = the English texts in it. */
  readonly texts: Readonly<Record<string, string>> | undefined
}

const CATALOGUES = Object.fromEntries(
  Object.keys(LANGUAGES)
    .filter((language) => language !== 'en')
    .map((language) => [
      language,
      JSON.parse(readFileSync(new URL(`locales/${language}.json`, import.meta.url), 'utf8')) as Record<string, string>,
    ]),
)

export function pageSpeech(language: Language): PageSpeech {
  const texts = CATALOGUES[language]
  return {
    language,
    direction: directionOf(language),
    say: (text, values = {}) => translate(text, values, { texts, direction: directionOf(language) }),
    texts: texts && Object.fromEntries(OF_SCRIPT.map((text) => [text, texts[text] ?? text])),
  }
}

/** Texts that `live-prices.js` shows. */
const OF_SCRIPT = ['live', 'reconnecting', '{duration} ago', '{count} s', '{count} min', '{count} h', '{count} d']

export const ENGLISH = pageSpeech('en')
