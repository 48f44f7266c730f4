import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { compileMessage } from '../../../../../apps/web/src/language/compile-message.ts'

const ENGLISH = JSON.parse(
  readFileSync(new URL('../../../../../apps/web/locales/en.json', import.meta.url), 'utf8'),
) as Record<string, string>

/**
 * The app in a generated language: `en-XA` has accents, `ar-XB` runs from right to left; both are 40 % longer than English.
 * An untranslated text shows as plain English.
 */
export async function showPseudoLanguage(page: Page, language: 'en-XA' | 'ar-XB'): Promise<void> {
  const [base] = language.split('-')
  const texts = Object.fromEntries(
    Object.entries(ENGLISH).map(([key, text]) => [
      key,
      compileMessage(language === 'en-XA' ? lengthen(text) : turn(lengthen(text))),
    ]),
  )
  await page.route(new RegExp(`/app/assets/${base}-[\\w-]{8}\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(texts)}` }),
  )
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  n: 'ñ',
  c: 'ç',
}

/** A text with plural choices is not changed, because its words are syntax. */
function lengthen(text: string): string {
  if (/\{\w+,/.test(text)) return text
  const accented = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replaceAll(/[a-zA-Z]/g, (letter) => ACCENTS[letter] ?? letter)))
    .join('')
  const words = Math.ceil((text.length * 0.4) / 5)
  return `${accented} ${Array.from({ length: words }, () => 'wörd').join(' ')}`
}

/** Right-to-left override, as a text of a right-to-left script would run. */
const turn = (text: string): string => `\u202e${text}\u202c`
