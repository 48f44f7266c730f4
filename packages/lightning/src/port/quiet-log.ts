import type { Log } from './log.ts'
import { keepsFromAnswering, type NodeTrouble } from './node-trouble.ts'

/** For errors of single calls to a node: silent while a trouble, logged once, explains them. */
export const quietLog = (log: Log, troubles: () => readonly NodeTrouble[]): Log => ({
  warn(facts, message) {
    if (!troubles().some(keepsFromAnswering)) log.warn(facts, message)
  },
  error: (facts, message) => log.error(facts, message),
})
