// Patterns for files: `name` is a file without its ending, `folder/` everything below a folder, `*` any name within a
// folder, `**` any path. Of several patterns the most specific counts: a name, then the end of a name, then the longest
// folder.

/** `payments/pay.test.ts` → `payments/pay.test` */
export const nameOf = (path: string): string => path.replace(/\.\w+$/, '')

/** The index of the list with the closest pattern, or -1. */
export function within(lists: readonly string[], name: string): number {
  const found = lists.map((list) => Math.max(...list.split(' ').map((pattern) => closeness(pattern, name))))
  const closest = Math.max(...found)
  return closest < 0 ? -1 : found.indexOf(closest)
}

export const matches = (list: string, name: string): boolean => within([list], name) === 0

function closeness(pattern: string, name: string): number {
  if (pattern === name) return 3000
  // A test is beside its file, unless the table places tests elsewhere.
  if (`${pattern}.test` === name) return 1000
  if (!globOf(pattern).test(name)) return -1
  return /\*[^*/]/.test(pattern) ? 2000 : pattern.length
}

function globOf(pattern: string): RegExp {
  const escaped = pattern.replaceAll('.', '\\.')
  const source = escaped.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[\\w.-]+' : '.+'))
  return new RegExp(`^${source}${pattern.endsWith('/') ? '' : '$'}`)
}
