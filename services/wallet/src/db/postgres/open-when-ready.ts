import type { Log } from '@satchel/http/log'
import { setTimeout as pause } from 'node:timers/promises'
import { mayAnswerLater, whyAway } from '../database-away.ts'
import { CONNECT_MS } from './postgres-connection.ts'

export interface Patience {
  readonly waitMs: number
  readonly log: Pick<Log, 'warn'>
}

const RETRY_EVERY_MS = 500

/**
 * Repeats `open` while the server does not answer. After a timeout the next attempt may take twice as long. What was
 * needed in the end is also what later connections may take.
 */
export async function openWhenReady<T>(open: (connectMs: number) => Promise<T>, patience?: Patience): Promise<T> {
  const deadline = performance.now() + (patience?.waitMs ?? 0)
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
        patience?.log.warn({ reason }, `waiting for the database of SERVICE_DATABASE_URL, ${seconds(leftMs)} at most`)
      }
      reported = reason
      if (reason.startsWith('timeout')) connectMs = Math.min(connectMs * 2, Math.max(leftMs, CONNECT_MS))
      await pause(RETRY_EVERY_MS)
    }
  }
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`
