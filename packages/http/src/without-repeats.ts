/** How long a repeated warning is only counted. */
const WINDOW_MS = 600_000
const MAX_KINDS = 1000
/** Facts that name one occurrence of work that is retried: the same warning about another of these is a repeat. */
const RETRIED: ReadonlySet<string> = new Set(['intent', 'job', 'delivery', 'message', 'ticket'])
/** Compared in addition to the error. Without an error, a line about money has the fact that an operator looks for. */
const WITH_ERROR: ReadonlySet<string> = new Set([...RETRIED, 'payment', 'receipt'])

interface Warns {
  warn(facts: object, message: string): void
}

/**
 * A log in which a repeated warning is one line, and then one every ten minutes with the count `repeated`. Work that is
 * retried in the background would otherwise fill the log.
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
      const text = err === undefined ? undefined : err instanceof Error ? err.message : JSON.stringify(err)
      const kind = JSON.stringify([message, text, ...namedBy(others, err === undefined ? RETRIED : WITH_ERROR)])
      const known = kinds.get(kind)
      if (known === undefined) {
        log.warn(facts, message)
        if (kinds.size >= MAX_KINDS) return
        kinds.set(kind, { count: 0, facts: others })
        return countFor(kind, message)
      }
      known.count += 1
      known.facts = { ...others, ...(text !== undefined && { error: text }) }
    },
  }
}

/** Extensions put their facts into `data`. */
const namedBy = (facts: object, occurrences: ReadonlySet<string>): readonly unknown[] =>
  Object.entries(facts)
    .filter(([name]) => !occurrences.has(name))
    .map(([name, value]) => [name, isFacts(name, value) ? namedBy(value, occurrences) : value])

const isFacts = (name: string, value: unknown): value is object =>
  name === 'data' && typeof value === 'object' && value !== null
