import type { Language } from './languages.ts'
import type { Message } from './message.ts'
import type { TextPart } from './place-texts.ts'

export type Catalogue = Readonly<Record<string, Message>>

export interface TextLoader {
  /** Resolves once the parts that are wanted now are there in this language, or in one that was chosen later. */
  speak(language: Language): Promise<void>
  /** Resolves once the part is there in the language on the screen; rejects when it cannot be loaded. */
  want(part: TextPart): Promise<void>
}

interface Shown {
  readonly language: Language
  readonly parts: ReadonlySet<TextPart>
  readonly texts: Catalogue
}

/**
 * Keeps all wanted parts in one language, whatever is chosen or wanted while something is loading. `load` answers a part
 * that it has loaded before at once.
 */
export function createTextLoader(
  load: (language: Language, part: TextPart) => Promise<Catalogue>,
  show: (language: Language, texts: Catalogue) => void,
): TextLoader {
  const wanted = new Set<TextPart>(['start'])
  let chosen: Language | undefined
  let shown: Shown | undefined
  const fill = async (part: TextPart = 'start'): Promise<void> => {
    const language = chosen
    // What is on the screen stays there in the next language, too.
    const parts = [...new Set([...wanted, ...(shown?.parts ?? []), part])]
    const isShown = () => shown?.language === language && parts.every((each) => shown?.parts.has(each))
    if (language === undefined || isShown()) return
    const catalogues = await Promise.all(parts.map((each) => load(language, each)))
    // A part that is wanted meanwhile keeps only its own place waiting.
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
