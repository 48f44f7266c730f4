/** Waiting items by extension: extensions take turns, however many items each has. */
export interface Turns<T> {
  add(extension: string, one: T): void
  /**
   * The oldest item of the extension whose turn it is; with `first`, only of extensions that need not wait for all
   * others.
   */
  next(which: 'first' | 'any'): T | undefined
  /** Takes all of them. */
  clear(): T[]
}

/** `isLast`: whether an extension has its turn only when no other extension waits. */
export function createTurns<T>(isLast: (extension: string) => boolean): Turns<T> {
  /** The extension whose turn is next comes first. */
  const waiting = new Map<string, T[]>()
  return {
    add(extension, one) {
      const own = waiting.get(extension)
      if (own === undefined) waiting.set(extension, [one])
      else own.push(one)
    },
    next(which) {
      const extensions = [...waiting.keys()]
      const extension = extensions.find((one) => !isLast(one)) ?? (which === 'any' ? extensions[0] : undefined)
      const own = extension === undefined ? undefined : waiting.get(extension)
      if (extension === undefined || own === undefined) return undefined
      const one = own.shift()
      waiting.delete(extension)
      if (own.length > 0) waiting.set(extension, own)
      return one
    },
    clear() {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
  }
}
