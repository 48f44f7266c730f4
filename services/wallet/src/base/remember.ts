/** A cache of at most `most` entries that can be looked up again: when it is full, all are evicted. */
export function remember<V>(memory: Map<string, V>, most: number, key: string, value: V): void {
  if (memory.size >= most) memory.clear()
  memory.set(key, value)
}
