import type { ExtensionDeps } from './extension-deps.ts'
import type { RunExtension } from './run-extension.ts'

export interface ItemCount {
  readonly extId: string
  readonly itemId: string
  readonly field: string
}

/** What visitors' reads count up, held back and written together: no anonymous read costs a commit. */
export interface ItemCounts {
  add(count: ItemCount): void
  /** At most every ten seconds. */
  write(run: RunExtension): Promise<void>
}

const EVERY_MS = 10_000
/** Beyond that many items at once the rest of a pause is not counted. */
const MOST_ITEMS = 10_000

export function createItemCounts(deps: ExtensionDeps): ItemCounts {
  let held = new Map<string, { readonly count: ItemCount; times: number }>()
  let nextAt = 0
  return {
    add(count) {
      const key = `${count.extId} ${count.itemId} ${count.field}`
      const known = held.get(key)
      if (known !== undefined) known.times += 1
      else if (held.size < MOST_ITEMS) held.set(key, { count, times: 1 })
    },
    async write(run) {
      if (held.size === 0 || deps.clock() < nextAt) return
      nextAt = deps.clock() + EVERY_MS
      const all = [...held.values()]
      held = new Map()
      for (const { count, times } of all) {
        await raise(deps, run, count, times).catch((error: unknown) =>
          deps.log.warn({ err: error, extension: count.extId }, 'a count of an item could not be written'),
        )
      }
    },
  }
}

async function raise(deps: ExtensionDeps, run: RunExtension, { extId, itemId, field }: ItemCount, times: number) {
  const extension = deps.findExtension(extId)
  if (extension === undefined) return
  await run(extension, { trigger: { by: 'host' } }, async ({ items }) => {
    const item = (await items.get(itemId)) as Readonly<Record<string, unknown>> | null
    if (item !== null) await items.update(itemId, { [field]: Number(item[field] ?? 0) + times })
  })
}
