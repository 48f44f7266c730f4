import { type Clock, unixSeconds } from '../port/clock.ts'
import type { Log } from '../port/log.ts'
import {
  type CurrentTrouble,
  describeTrouble,
  type NodeTrouble,
  TROUBLE_KINDS,
  type Troubles,
} from '../port/node-trouble.ts'

export interface TroublesDeps {
  readonly clock: Clock
  readonly log: Log
  /** The prefix of the variables of the former node. */
  readonly prefix?: string | undefined
}

interface Entry {
  trouble: NodeTrouble
  readonly since: number
  readonly subjects: Set<string>
  /** How often it was noted. */
  count: number
}

/** Logs each trouble once when it begins, and once when it is over, with the number of failed calls. */
export function openTroubles({ clock, log, prefix = '' }: TroublesDeps): Troubles {
  const entries = new Map<string, Entry>()
  const bySubject = new Map<string, string>()

  const begin = (key: string, trouble: NodeTrouble): Entry => {
    const entry = { trouble, since: unixSeconds(clock), subjects: new Set<string>(), count: 0 }
    entries.set(key, entry)
    const { kind, variable, detail } = trouble
    log.warn({ trouble: kind, variable, detail }, 'trouble with the Lightning node; repeats are only counted')
    return entry
  }
  const end = (subject: string): void => {
    const key = bySubject.get(subject)
    const entry = key === undefined ? undefined : entries.get(key)
    if (key === undefined || entry === undefined) return
    bySubject.delete(subject)
    entry.subjects.delete(subject)
    if (entry.subjects.size > 0) return
    entries.delete(key)
    const { trouble, since, count } = entry
    const seconds = unixSeconds(clock) - since
    const facts = { trouble: trouble.kind, variable: trouble.variable, count, seconds }
    log.warn(facts, 'this trouble with the Lightning node is over')
  }
  return {
    note(subject, given) {
      const trouble = given && withPrefix(given, prefix)
      const key = trouble && keyOf(trouble)
      if (key !== bySubject.get(subject)) end(subject)
      if (trouble === undefined || key === undefined) return
      const entry = entries.get(key) ?? begin(key, trouble)
      entry.trouble = trouble
      entry.count += 1
      entry.subjects.add(subject)
      bySubject.set(subject, key)
    },
    clear(start) {
      for (const subject of bySubject.keys()) if (subject.startsWith(start)) end(subject)
    },
    now: () =>
      [...entries.values()]
        .map(({ trouble, since }): CurrentTrouble => ({ ...trouble, since }))
        .toSorted((one, other) => TROUBLE_KINDS.indexOf(one.kind) - TROUBLE_KINDS.indexOf(other.kind)),
    describe: (trouble) => describeTrouble(withPrefix(trouble, prefix)),
  }
}

const keyOf = ({ kind, variable }: NodeTrouble): string => `${kind} ${variable ?? ''}`

/** Variables of the service itself have no second form for the former node. */
const withPrefix = (trouble: NodeTrouble, prefix: string): NodeTrouble =>
  trouble.variable === undefined || trouble.variable.startsWith('SERVICE_')
    ? trouble
    : { ...trouble, variable: `${prefix}${trouble.variable}` }
