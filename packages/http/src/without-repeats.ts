/** How long a repeated warning is only counted. */
const WINDOW_MS = 600_000
const MAX_KINDS = 1000
/** Facts that name one occurrence: the same warning about another of these is a repeat. */
const OCCURRENCES: ReadonlySet<string> = new Set(['intent', 'payment', 'job', 'delivery', 'receipt', 'err'])

interface Warns {
  warn(facts: object, message: string): void
}

/**
 * A log in which a warning about an error that comes again and again is one line, and then one every ten minutes that
 * says how often it was `repeated`. Work that is retried in the background would otherwise fill the log with stacks.
 */
export function withoutRepeats<L extends Warns>(log: L): L {
  const kinds = new Map<string, { count: number; facts: object }>()
  const countFor = (kind: string, message: string): void => {
    setTimeout(() => {
      const { count = 0, facts = {} } = kinds.get(kind) ?? {}
      kinds.delete(kind)
      if (count === 0) return
      log.warn({ ...facts, repeated: count }, message)
      kinds.set(kind, { count: 0, facts })
      countFor(kind, message)
    }, WINDOW_MS).unref()
  }
  return {
    ...log,
    warn(facts, message) {
      const { err, ...others } = facts as { readonly err?: unknown }
      if (err === undefined) return log.warn(facts, message)
      const named = Object.entries(others).filter(([name]) => !OCCURRENCES.has(name))
      const text = err instanceof Error ? err.message : JSON.stringify(err)
      const kind = JSON.stringify([message, text, ...named])
      const known = kinds.get(kind)
      if (known === undefined) {
        log.warn(facts, message)
        if (kinds.size >= MAX_KINDS) return
        kinds.set(kind, { count: 0, facts: others })
        return countFor(kind, message)
      }
      known.count += 1
      known.facts = { ...others, error: text }
    },
  }
}
