import { noteClock } from '../../net/note-clock.ts'
import { CREDENTIAL } from '../../net/open-node-http.ts'
import type { Clock } from '../../port/clock.ts'
import type { Troubles } from '../../port/node-trouble.ts'
import { EXPIRES_AFTER_SECONDS, type NwcReply, type NwcWire, UnansweredError } from './nwc-wire.ts'
import { NAME } from './read-nwc.ts'

/** The same wire, which notes why requests fail. */
export function watchWire(wire: NwcWire, { troubles, clock }: { troubles: Troubles; clock: Clock }): NwcWire {
  let isClosed = false
  const noteReply = (method: string, reply: NwcReply, askedAt: number): void => {
    troubles.note(NODE, undefined)
    if (reply.at !== undefined) noteClock(troubles, { askedAt, answeredAt: clock(), nodeSeconds: reply.at })
    const code = 'error' in reply ? reply.error.code : undefined
    const detail =
      code === 'UNAUTHORIZED'
        ? 'the wallet refuses this connection'
        : code === 'RESTRICTED'
          ? `the connection does not allow ${method}`
          : undefined
    const trouble = detail === undefined ? undefined : ({ kind: 'credential_refused', variable: NAME, detail } as const)
    troubles.note(`${CREDENTIAL}${method}`, trouble)
  }
  return {
    ...wire,
    async ask(method, params, timeoutMs) {
      const askedAt = clock()
      try {
        const reply = await wire.ask(method, params, timeoutMs)
        noteReply(method, reply, askedAt)
        return reply
      } catch (error) {
        const isUnanswered = error instanceof UnansweredError
        // What waits on purpose may take longer than its time.
        const proves = !(isUnanswered && timeoutMs !== undefined) && !isClosed
        if (proves && error instanceof Error) {
          const detail = isUnanswered ? `${error.message}; ${LATE}` : error.message
          troubles.note(NODE, { kind: 'unreachable', variable: NAME, detail })
        }
        throw error
      }
    },
    close() {
      isClosed = true
      wire.close()
    },
  }
}

const NODE = 'node'
/** Requests expire, so that none is read late. */
const LATE = `one whose clock is more than ${EXPIRES_AFTER_SECONDS} seconds ahead leaves requests alone`
