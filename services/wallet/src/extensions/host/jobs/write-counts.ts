import type { ExtensionDeps } from '../extension-deps.ts'
import type { ItemCount, ItemCounts } from '../run/item-counts.ts'
import type { RunExtension } from '../run/run-extension.ts'

/** Writes the counts, item by item; never rejects. Counts that cannot be written are lost. */
export async function writeCounts(deps: ExtensionDeps, run: RunExtension, counts: ItemCounts): Promise<void> {
  for (const { count, times } of counts.take()) {
    await raise(deps, run, count, times).catch((error: unknown) =>
      deps.log.warn({ err: error, extension: count.extId }, 'a count of an item could not be written'),
    )
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
