export interface ItemCount {
  readonly extId: string
  readonly itemId: string
  readonly field: string
}

/** Counts of visitors' reads, buffered so that an anonymous read costs no commit. */
export interface ItemCounts {
  add(count: ItemCount): void
  /** Takes the counts to write: none, or all of the last ten seconds or more. */
  take(): readonly { readonly count: ItemCount; readonly times: number }[]
}

const EVERY_MS = 10_000
/** Further counts in an interval are dropped. */
const MAX_HELD = 10_000

export function createItemCounts(clock: () => number): ItemCounts {
  let held = new Map<string, { readonly count: ItemCount; times: number }>()
  let nextAt = 0
  return {
    add(count) {
      const key = `${count.extId} ${count.itemId} ${count.field}`
      const known = held.get(key)
      if (known !== undefined) known.times += 1
      else if (held.size < MAX_HELD) held.set(key, { count, times: 1 })
    },
    take() {
      if (held.size === 0 || clock() < nextAt) return []
      nextAt = clock() + EVERY_MS
      const all = [...held.values()]
      held = new Map()
      return all
    },
  }
}
