import type { Ask } from '../journal/node-calls.ts'
import { amountIn, type Body, countIn, flagIn, hexIn, optional, readBody, textIn, wrong } from './read-body.ts'

const FIELDS = ['hash', 'bolt11', 'amount_msat', 'parts', 'notify', 'delay_ms', 'force']

/** The body of `POST /receive`. */
export function readReceiveAsk(body: unknown): Ask<'receive'> {
  const fields = readBody(body, FIELDS)
  const hash = optional(fields, 'hash', hexIn)
  const bolt11 = optional(fields, 'bolt11', textIn)
  if ((hash === undefined) === (bolt11 === undefined)) throw wrong('Give either `hash` or `bolt11`.')
  const { times, delayMs } = readNotify(fields)
  return {
    hash,
    bolt11,
    amountMsat: optional(fields, 'amount_msat', countIn),
    parts: optional(fields, 'parts', countIn) ?? 0,
    times,
    delayMs: optional(fields, 'delay_ms', amountIn) ?? delayMs,
    force: optional(fields, 'force', flagIn) ?? false,
  }
}

/** `notify` is the number of notifications, "none", or `{delay_ms}`: the delay. */
function readNotify(fields: Body): { times: number; delayMs: number } {
  const { notify } = fields
  if (notify === undefined || notify === null) return { times: 1, delayMs: 0 }
  if (notify === 'none') return { times: 0, delayMs: 0 }
  if (typeof notify === 'object') {
    return { times: 1, delayMs: amountIn(readBody(notify, ['delay_ms'], '`notify`'), 'delay_ms') }
  }
  return { times: amountIn(fields, 'notify'), delayMs: 0 }
}
