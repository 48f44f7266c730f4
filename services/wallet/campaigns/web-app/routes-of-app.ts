import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../../../apps/web/src', import.meta.url))

/** What people without an account open. */
export const OF_STRANGERS = ['/welcome', '/log-in', '/create-account', '/set-up', '/invitation', '/reset']

/** Every route that the sources of the app name; the part behind a place is its own routes' business. */
export function routesOfApp(): string[] {
  const routes = new Set<string>()
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.tsx')) continue
    const text = readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')
    for (const [, path = ''] of text.matchAll(/<Route\s+path="([^"]+)"/g)) routes.add(path.replace('/*?', ''))
  }
  return [...routes].filter((path) => !OF_STRANGERS.includes(path)).sort()
}
