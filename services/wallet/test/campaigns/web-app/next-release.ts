import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes the build in this folder another release: every hashed file has another name, and one text is another one. */
export function nextRelease(folder: string, [before, after]: readonly [string, string]): void {
  const assets = join(folder, 'assets')
  const names = new Map(readdirSync(assets).map((name) => [name, renamed(name)]))
  const files = ['index.html', 'sw.js', ...readdirSync(assets).map((name) => join('assets', name))]
  for (const file of files.filter((name) => /\.(?:html|js|css)$/.test(name))) {
    let text = readFileSync(join(folder, file), 'utf8')
    for (const [name, next] of names) text = text.replaceAll(name, next)
    writeFileSync(join(folder, file), text.replaceAll(before, after))
  }
  for (const [name, next] of names) renameSync(join(assets, name), join(assets, next))
}

/** The hash in its name, turned by a character. */
const renamed = (name: string): string =>
  name.replace(
    /-([\w-]{7})([\w-])\.(\w+)$/,
    (_, most: string, last: string, ending: string) => `-${last}${most}.${ending}`,
  )
