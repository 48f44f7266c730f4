import type { Language } from './languages.ts'
import type { Message } from './message.ts'
import type { TextPart } from './place-texts.ts'

export type Catalogue = Readonly<Record<string, Message>>

export interface TextLoader {
  /** Resolves once all wanted parts are there in this language, or in one that was chosen later. */
  speak(language: Language): Promise<void>
  /** Resolves once the part is there in the language on the screen; rejects when it cannot be loaded. */
  want(part: TextPart): Promise<void>
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
  let shown: { readonly language: Language; readonly parts: number } | undefined
  const fill = async (): Promise<void> => {
    const [language, parts] = [chosen, [...wanted]]
    const isShown = () => shown !== undefined && language === shown.language && parts.length === shown.parts
    if (language === undefined || isShown()) return
    const catalogues = await Promise.all(parts.map((part) => load(language, part)))
    if (language !== chosen || parts.length < wanted.size) return fill()
    if (isShown()) return
    shown = { language, parts: parts.length }
    show(language, Object.assign({}, ...catalogues))
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
        await fill()
      } catch (error) {
        if (isNew) wanted.delete(part)
        throw error
      }
    },
  }
}
