import type { Log } from './log.ts'
import { keepsFromAnswering, type NodeTrouble } from './node-trouble.ts'

/** For errors of single calls to a node: says nothing while it is known, and logged once, why the node does not answer. */
export const quietLog = (log: Log, troubles: () => readonly NodeTrouble[]): Log => ({
  warn(facts, message) {
    if (!troubles().some(keepsFromAnswering)) log.warn(facts, message)
  },
  error: (facts, message) => log.error(facts, message),
})
