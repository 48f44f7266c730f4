import { pino } from 'pino'
import { sourceStack } from './source-stack.ts'
import { withoutRepeats } from './without-repeats.ts'

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
  const output = createOutput()
  const lines = pino(
    { base: { service }, timestamp: createTimestamp(), formatters: { level: (level) => ({ level }) }, serializers },
    output,
  )
  const log = withoutRepeats<Log>({
    info: (facts, message) => lines.info(facts, message),
    warn: (facts, message) => lines.warn(facts, message),
    error: (facts, message) => lines.error(facts, message),
  })
  return { ...log, flush: () => output.flush() }
}

/** Stacks name sources. */
const serializers = {
  err(error: unknown) {
    if (!(error instanceof Error)) return error
    const written = pino.stdSerializers.err(error)
    return { ...written, stack: sourceStack(written.stack) }
  },
  error: (fact: unknown) => (typeof fact === 'string' ? sourceStack(fact) : fact),
}

const BLOCK_LENGTH = 16_384
const MAX_WAIT_MS = 500

/**
 * Writes to standard output in blocks, synchronously: flushed lines survive a kill. Pino's own buffer would copy all
 * buffered lines for each added line.
 */
function createOutput(): { write(line: string): void; flush(): void } {
  const destination = pino.destination({ dest: 1, sync: true })
  let waiting = ''
  const flush = (): void => {
    if (waiting === '') return
    destination.write(waiting)
    waiting = ''
  }
  setInterval(flush, MAX_WAIT_MS).unref()
  process.on('exit', flush)
  return {
    write(line) {
      waiting += line
      if (waiting.length >= BLOCK_LENGTH) flush()
    },
    flush,
  }
}

/** ISO 8601. All but the milliseconds is formatted once a second: formatting is a large part of the cost of a line. */
function createTimestamp(): () => string {
  let [second, head] = [Number.NaN, '']
  return () => {
    const now = Date.now()
    const current = Math.floor(now / 1000)
    if (current !== second) [second, head] = [current, `,"time":"${new Date(now).toISOString().slice(0, -4)}`]
    return `${head}${String(now % 1000).padStart(3, '0')}Z"`
  }
}

/** For tests and tools that need no log. */
export const SILENT_LOG: Log = { info() {}, warn() {}, error() {} }
