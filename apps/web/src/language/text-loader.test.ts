import type { Language } from '@satchel/page/languages'
import { expect, test } from 'vitest'
import type { TextPart } from './place-texts.ts'
import { type Catalogue, createTextLoader } from './text-loader.ts'

/** Parts arrive in the order in which a test lets them. */
function open() {
  const waiting = new Map<string, PromiseWithResolvers<Catalogue>>()
  const arrived = new Set<string>()
  const shown: string[] = []
  const loader = createTextLoader(
    (language, part) => {
      const name = `${language} ${part}`
      if (arrived.has(name)) return Promise.resolve({ [part]: language })
      const asked = waiting.get(name) ?? Promise.withResolvers<Catalogue>()
      waiting.set(name, asked)
      return asked.promise
    },
    (language, texts) =>
      shown.push(
        `${language}: ${Object.entries(texts as Record<string, string>)
          .flat()
          .join(' ')}`,
      ),
  )
  const settle = async (language: Language, part: TextPart, end: (asked: PromiseWithResolvers<Catalogue>) => void) => {
    const name = `${language} ${part}`
    const asked = waiting.get(name)
    expect(asked, name).toBeDefined()
    if (asked !== undefined) end(asked)
    waiting.delete(name)
    // Whatever follows from it has been asked for afterwards.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const arrive = (language: Language, part: TextPart) => {
    arrived.add(`${language} ${part}`)
    return settle(language, part, ({ resolve }) => resolve({ [part]: language }))
  }
  const fail = (language: Language, part: TextPart) =>
    settle(language, part, ({ reject }) => reject(new Error('no network')))
  return { ...loader, shown, arrive, fail }
}

/** The start part of English is on the screen. */
async function openInEnglish() {
  const opened = open()
  const spoken = opened.speak('en')
  await opened.arrive('en', 'start')
  await spoken
  return opened
}

test('a part wanted before the language is loaded arrives in that language', async () => {
  const { speak, want, arrive, shown } = open()
  const early = want('places')
  const spoken = speak('de')
  await arrive('de', 'start')
  expect(shown).toEqual([])
  await arrive('de', 'places')
  await Promise.all([early, spoken])
  expect(shown).toEqual(['de: start de places de'])
})

test('a part wanted while the language loads delays only the places that want it', async () => {
  const { speak, want, arrive, shown } = open()
  const ends: string[] = []
  const all = [
    speak('ar').then(() => ends.push('language')),
    want('places').then(() => ends.push('first')),
    want('places').then(() => ends.push('second')),
  ]
  await arrive('ar', 'start')
  expect([shown, ends]).toEqual([['ar: start ar'], ['language']])
  await arrive('ar', 'places')
  await Promise.all(all)
  expect([shown, ends.toSorted()]).toEqual([
    ['ar: start ar', 'ar: start ar places ar'],
    ['first', 'language', 'second'],
  ])
})

test('a part shown later keeps those shown earlier', async () => {
  const { speak, want, arrive, fail, shown } = await openInEnglish()
  const first = expect(want('places')).rejects.toThrow('no network')
  await fail('en', 'places')
  await first
  const [places, admin] = [want('places'), want('admin')]
  await arrive('en', 'places')
  expect(shown.at(-1)).toBe('en: start en places en')
  await arrive('en', 'admin')
  await Promise.all([places, admin])
  expect(shown.at(-1)).toBe('en: start en places en admin en')
  const second = speak('de')
  await arrive('de', 'start')
  await arrive('de', 'places')
  expect(shown.at(-1)).toBe('en: start en places en admin en')
  await arrive('de', 'admin')
  await second
  expect(shown.at(-1)).toBe('de: start de places de admin de')
})

test('a language chosen while a part of another one loads gets that part, too', async () => {
  const { speak, want, arrive, shown } = await openInEnglish()
  const wanted = want('admin')
  const second = speak('es')
  await arrive('en', 'admin')
  await arrive('es', 'start')
  await arrive('es', 'admin')
  await Promise.all([wanted, second])
  expect(shown).toEqual(['en: start en', 'es: start es admin es'])
})

test('a part that fails to load rejects, and is loaded again when wanted again', async () => {
  const { want, arrive, fail, shown } = await openInEnglish()
  const failing = expect(want('places')).rejects.toThrow('no network')
  await fail('en', 'places')
  await failing
  const again = want('places')
  await arrive('en', 'places')
  await again
  expect(shown).toEqual(['en: start en', 'en: start en places en'])
})

test('a language that fails to load keeps the current one on the screen', async () => {
  const { speak, want, arrive, fail, shown } = await openInEnglish()
  const failing = expect(speak('de')).rejects.toThrow('no network')
  await fail('de', 'start')
  await failing
  const more = want('places')
  await arrive('en', 'places')
  await more
  expect(shown.at(-1)).toBe('en: start en places en')
})
