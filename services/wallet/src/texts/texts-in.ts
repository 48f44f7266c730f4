import { readTranslations } from '@satchel/extension-sdk/read-translations'
import type { Language } from '@satchel/page/languages'

/** A text by its English one; `{name}` becomes the value verbatim, so isolate what people wrote first. */
export type Say = (text: string, values?: Readonly<Record<string, string>>) => string

const TEXTS = readTranslations(import.meta.url)

/** The texts of the service outside pages, in the language of their reader. */
export const textsIn =
  (language: Language): Say =>
  (text, values = {}) =>
    (TEXTS[language]?.[text] ?? text).replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
