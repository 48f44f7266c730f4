import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** A third-party program that runs beside the tests. */
export interface Program {
  /** Sends SIGTERM, then SIGKILL if it does not end in time. */
  stop(): Promise<void>
  /** Sends SIGKILL, as in a power failure. */
  kill(): Promise<void>
  /** Rejects, with the end of its log, when it ends before `ready` resolves. */
  until(ready: () => Promise<boolean>, what: string): Promise<void>
}

const STOP_MS = 30_000
const READY_MS = 120_000
const POLL_EVERY_MS = 100
const KEPT_TEXT = 3000
const running = new Set<ChildProcess>()

const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', killAll)
// vitest ends its workers with this signal, and then Node emits no `exit` event.
process.once('SIGTERM', () => {
  killAll()
  process.kill(process.pid, 'SIGTERM')
})

/** Everything it writes goes to the end of `logFile`. */
export function runProgram(file: string, args: readonly string[], logFile: string): Program {
  const log = openSync(logFile, 'a')
  const child = spawn(file, args, { stdio: ['ignore', log, log] })
  closeSync(log)
  running.add(child)
  let end: string | undefined
  const ended = new Promise<void>((resolve) => {
    const over = (how: string): void => {
      end ??= how
      running.delete(child)
      resolve()
    }
    child.once('error', (error) => over(error.message))
    child.once('exit', (code, signal) => over(`it ended (${signal ?? code})`))
  })
  const endWith = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    const tooLong = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(tooLong)
  }
  return {
    stop: () => endWith('SIGTERM'),
    kill: () => endWith('SIGKILL'),
    async until(ready, what) {
      const deadline = Date.now() + READY_MS
      while (!(await ready().catch(() => false))) {
        const trouble = end ?? (Date.now() > deadline ? `not within ${READY_MS} ms` : undefined)
        if (trouble !== undefined) throw new Error(`${file}: ${what}: ${trouble}:\n${endOf(logFile)}`)
        await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
      }
    },
  }
}

const endOf = (logFile: string): string => readFileSync(logFile, 'utf8').slice(-KEPT_TEXT)
