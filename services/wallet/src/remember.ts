/** Keeps what may be found out again: when there are `most`, all are forgotten. */
export function remember<V>(memory: Map<string, V>, most: number, key: string, value: V): void {
  if (memory.size >= most) memory.clear()
  memory.set(key, value)
}
