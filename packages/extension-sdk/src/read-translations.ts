import { readdirSync, readFileSync } from 'node:fs'
import type { Translations } from './text.ts'

/** `locales/de.json` and the like beside a module: `readTranslations(import.meta.url)`. */
export function readTranslations(module: string): Translations {
  const folder = new URL('locales/', module)
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [
        name.slice(0, -'.json'.length),
        JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, string>,
      ]),
  )
}
