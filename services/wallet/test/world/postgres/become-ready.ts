import type { ChildProcess } from 'node:child_process'

const START_MS = 60_000
const KEPT_TEXT = 4000

/** Resolves when a PostgreSQL server accepts connections. Rejects with the server's output if it ends before. */
export function becomeReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (problem: string): void => reject(new Error(`${problem}:\n${said}`))
    const timer = setTimeout(() => fail('PostgreSQL does not get ready'), START_MS)
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-KEPT_TEXT)
      // A standby reports "ready to accept read-only connections".
      if (!said.includes('ready to accept')) return
      clearTimeout(timer)
      resolve()
    })
    server.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`PostgreSQL ended while it started (${signal ?? code})`)
    })
  })
}
