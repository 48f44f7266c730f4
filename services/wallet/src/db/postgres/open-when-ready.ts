import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@satchel/http/log'
import { mayAnswerLater, whyAway } from '../database-away.ts'
import { CONNECT_MS, type Connection, type ConnectionOptions, connect } from './postgres-connection.ts'

export interface Patience {
  /** Default: a minute. */
  readonly waitMs?: number | undefined
  /** Default: lines on the terminal of a command. */
  readonly log?: Pick<Log, 'warn'> | typeof ON_TERMINAL | undefined
}

/** A database that starts together with the service, such as after a reboot, replays its log before it answers. */
const WAIT_MS = 60_000
const ON_TERMINAL = {
  warn: ({ reason }: { readonly reason: string }, text: string) => void process.stderr.write(`${text}: ${reason}\n`),
}
const RETRY_EVERY_MS = 500

/** For commands, which use a connection or two. */
export const connectWhenReady = (options: ConnectionOptions): Promise<Connection> =>
  openWhenReady((connectMs) => connect({ ...options, connectMs }))

/**
 * Repeats `open` while the server does not answer. After a timeout the next attempt may take twice as long. Later
 * connections may take as long as the successful one did.
 */
export async function openWhenReady<T>(
  open: (connectMs: number) => Promise<T>,
  { waitMs = WAIT_MS, log = ON_TERMINAL }: Patience = {},
): Promise<T> {
  const deadline = performance.now() + waitMs
  let connectMs = CONNECT_MS
  let reported: string | undefined
  for (;;) {
    try {
      return await open(connectMs)
    } catch (error) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0 || !mayAnswerLater(error)) throw error
      const reason = whyAway(error as Error)
      if (reason !== reported) {
        log.warn({ reason }, `waiting for the database of SERVICE_DATABASE_URL, ${seconds(leftMs)} at most`)
      }
      reported = reason
      if (reason.startsWith('timeout')) connectMs = Math.min(connectMs * 2, Math.max(leftMs, CONNECT_MS))
      await pause(RETRY_EVERY_MS)
    }
  }
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`
