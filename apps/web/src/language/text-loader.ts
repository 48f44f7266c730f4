import type { Language } from '@satchel/page/languages'
import type { Message } from './message.ts'
import type { TextPart } from './place-texts.ts'

export type Catalogue = Readonly<Record<string, Message>>

export interface TextLoader {
  /** Resolves when all wanted parts are shown in this language, or in one chosen later. */
  speak(language: Language): Promise<void>
  /** Resolves when the part is shown in the current language; rejects if it cannot be loaded. */
  want(part: TextPart): Promise<void>
}

interface Shown {
  readonly language: Language
  readonly parts: ReadonlySet<TextPart>
  readonly texts: Catalogue
}

/** Shows all wanted parts in one language, even if language or parts change during a load. `load` must cache. */
export function createTextLoader(
  load: (language: Language, part: TextPart) => Promise<Catalogue>,
  show: (language: Language, texts: Catalogue) => void,
): TextLoader {
  const wanted = new Set<TextPart>(['start'])
  let chosen: Language | undefined
  let shown: Shown | undefined
  const fill = async (part: TextPart = 'start'): Promise<void> => {
    const language = chosen
    // The next language needs the texts of all parts on the screen.
    const parts = [...new Set([...wanted, ...(shown?.parts ?? []), part])]
    const isShown = () => shown?.language === language && parts.every((each) => shown?.parts.has(each))
    if (language === undefined || isShown()) return
    const catalogues = await Promise.all(parts.map((each) => load(language, each)))
    // A part that was wanted meanwhile delays only its own place.
    if (language !== chosen) return fill(part)
    if (isShown()) return
    const before = shown?.language === language ? shown : undefined
    shown = {
      language,
      parts: new Set([...(before?.parts ?? []), ...parts]),
      texts: Object.assign({}, before?.texts, ...catalogues),
    }
    show(language, shown.texts)
  }
  return {
    async speak(language) {
      const before = chosen
      chosen = language
      try {
        await fill()
      } catch (error) {
        if (chosen === language) chosen = before
        throw error
      }
    },
    async want(part) {
      const isNew = !wanted.has(part)
      wanted.add(part)
      try {
        await fill(part)
      } catch (error) {
        if (isNew) wanted.delete(part)
        throw error
      }
    },
  }
}
