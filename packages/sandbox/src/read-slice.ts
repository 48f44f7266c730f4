import { LIMITS } from './limits.ts'
import type { AsyncCall, Notice, Reply } from './messages.ts'

export type SliceReply = Extract<Reply, { reply: 'slice' }>

/**
 * Checks a slice from the process; undefined = invalid. Neither a guest nor its process is trusted: they may send any
 * JSON. `before`: the number of earlier calls and notices.
 */
export function readSlice(reply: Reply, run: number, before: number): SliceReply | undefined {
  if (reply.reply !== 'slice' || reply.run !== run) return undefined
  const { calls, notices, milliseconds, size } = reply
  if (!Array.isArray(calls) || !Array.isArray(notices)) return undefined
  if (typeof milliseconds !== 'number' || typeof size !== 'number') return undefined
  const isWithinLimits = before + calls.length + notices.length <= LIMITS.calls
  return isWithinLimits && calls.every(isCall) && notices.every(isNotice) ? reply : undefined
}

const isNotice = (one: Partial<Notice> | null): boolean => typeof one?.name === 'string' && Array.isArray(one.args)

const isCall = (one: Partial<AsyncCall> | null): boolean => isNotice(one) && Number.isSafeInteger(one?.call)
