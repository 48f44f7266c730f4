/** Copies the records; the returned function restores them. */
export type Copy = () => () => void

/** The same objects stay in place, because others hold them. */
export function copyMap<Key, Value>(records: Map<Key, Value>): () => void {
  const copied = [...records].map(([key, value]) => [key, value, isRecord(value) ? { ...value } : value] as const)
  return () => {
    records.clear()
    for (const [key, value, was] of copied) records.set(key, isRecord(value) ? Object.assign(value, was) : value)
  }
}

export function copyList<Value>(list: Value[]): () => void {
  const was = [...list]
  return () => void list.splice(0, list.length, ...was)
}

export const copyAll =
  (...copies: readonly (Copy | undefined)[]): Copy =>
  () => {
    const putBack = copies.map((copy) => copy?.())
    return () => {
      for (const put of putBack) put?.()
    }
  }

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
