import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../../../../apps/web/src', import.meta.url))

/** Routes for users without an account. */
export const OF_STRANGERS = ['/welcome', '/log-in', '/create-account', '/set-up', '/invitation', '/reset']

/** Lists every route in the sources of the app. The rest of a path after a place is checked by the routes of that place. */
export function routesOfApp(): string[] {
  const routes = new Set<string>()
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.tsx')) continue
    const text = readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')
    for (const [, path = ''] of text.matchAll(/<Route\s+path="([^"]+)"/g)) routes.add(path.replace('/*?', ''))
  }
  return [...routes].filter((path) => !OF_STRANGERS.includes(path)).sort()
}
