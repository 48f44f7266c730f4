import { pino } from 'pino'

/** Structured lines: one JSON object each, on standard output. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface ProcessLog extends Log {
  /** Writes what is still buffered; for the last line before the process ends. */
  flush(): void
}

/**
 * A log for one process. Lines are buffered for at most half a second, so a line per request does not cost a system
 * call each. Never give it a request, a header or a body: only facts chosen one by one.
 */
export function createLog(service: string): ProcessLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const lines = pino(
    { base: { service }, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    destination,
  )
  return {
    info: (facts, message) => lines.info(facts, message),
    warn: (facts, message) => lines.warn(facts, message),
    error: (facts, message) => lines.error(facts, message),
    flush: () => destination.flushSync(),
  }
}

/** For tests and tools that want to hear nothing. */
export const SILENT_LOG: Log = { info() {}, warn() {}, error() {} }
