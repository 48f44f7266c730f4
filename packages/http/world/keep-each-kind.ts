import type { Page } from 'playwright-core'

/**
 * Leaves each chapter of a page of the API one operation, and every operation or schema with an element that no earlier
 * one had: its name, class, attributes and parent. The rest is expanded. Returns what each chapter keeps.
 */
const KEEP_EACH_KIND = `(() => {
  const known = new Set()
  const isShown = (name) => !['id', 'href', 'for', 'value', 'name', 'open'].includes(name)
  const kindOf = (element) =>
    [element.parentElement.tagName, element.tagName, element.className, ...element.getAttributeNames().filter(isShown).sort()].join(' ')
  const isNew = (block) => {
    const before = known.size
    for (const element of [block, ...block.querySelectorAll('*')]) known.add(kindOf(element))
    return known.size > before
  }
  const kept = []
  for (const chapter of document.querySelectorAll('.chapter, #schemas')) {
    let count = 0
    for (const block of chapter.querySelectorAll('.operation, .schema')) {
      if (isNew(block) || count === 0) count += 1
      else block.remove()
    }
    kept.push([chapter.id, count])
  }
  for (const closed of document.querySelectorAll('details')) closed.open = true
  return kept
})()`

/** Chapters, and the schemas, with how many blocks each has kept. */
export type KeptBlocks = readonly (readonly [id: string, blocks: number])[]

/** Before axe checks `/docs` or `/redoc`: it needs minutes for hundreds of operations of the same structure. */
export const keepEachKind = (page: Page): Promise<KeptBlocks> => page.evaluate(KEEP_EACH_KIND)
