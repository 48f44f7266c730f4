export interface TurnsOptions {
  readonly mostAtOnce: number
  /** So many may wait; who comes then is refused. Unset = any number. */
  readonly mostWaiting?: number
  readonly refusal?: () => Error
}

/** Lets a few in at once, name by name; the others wait in the order in which they came. */
export function createTurns({ mostAtOnce, mostWaiting = Number.POSITIVE_INFINITY, refusal }: TurnsOptions) {
  const lines = new Map<string, { inside: number; readonly waiting: (() => void)[] }>()
  return {
    /** Resolves, to the way out, when it is one's turn. The way out must be taken. */
    async enter(name: string): Promise<() => void> {
      const line = lines.get(name) ?? { inside: 0, waiting: [] }
      lines.set(name, line)
      if (line.inside < mostAtOnce) line.inside += 1
      else if (line.waiting.length >= mostWaiting) throw refusal?.() ?? new Error('too many wait')
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
      return () => {
        const next = line.waiting.shift()
        // The place is handed on, so that nobody slips in between.
        if (next !== undefined) return next()
        line.inside -= 1
        if (line.inside === 0) lines.delete(name)
      }
    },
  }
}
