import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const FRAME = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g
const known = new Map<string, string>()

/**
 * The stack of an error in a bundle, with the lines of the sources. Node would do it by `--enable-source-maps`, which keeps
 * all maps in memory: 100 MB. A map is read for a place that was not seen before, and not kept.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>()
  return stack.replaceAll(FRAME, (place, file: string, line: string, column: string) => {
    if (!maps.has(file) && !known.has(place)) maps.set(file, readMap(file))
    const source = known.get(place) ?? sourceOf(maps.get(file), file, Number(line) - 1, Number(column) - 1) ?? place
    known.set(place, source)
    return source
  })
}

function readMap(file: string): SourceMap | undefined {
  const path = `${fileURLToPath(file)}.map`
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

function sourceOf(map: SourceMap | undefined, file: string, line: number, column: number): string | undefined {
  const entry = map?.findEntry(line, column)
  if (entry === undefined || !('originalSource' in entry)) return undefined
  return `${new URL(entry.originalSource, file).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}
