import type { Connection } from './postgres-connection.ts'

export interface Readers {
  /** Another connection than for the previous call. */
  next(): Promise<Connection>
  /** The same connection for all calls of one event-loop turn. */
  current(): Promise<Connection>
  close(): Promise<void>
}

const READERS = 3

/**
 * A small pool, used round-robin; lost connections are replaced. Reads of one event-loop turn share a connection,
 * because a write to a socket costs more than a query.
 */
export function createReaders(open: () => Promise<Connection>): Readers {
  const slots: (Promise<Connection> | undefined)[] = Array.from({ length: READERS }, () => undefined)
  let slot = 0
  let closed = false
  const fresh = (ofSlot: number): Promise<Connection> => {
    const opening = open()
    slots[ofSlot] = opening
    opening.catch(() => {
      slots[ofSlot] = undefined
    })
    return opening
  }
  const next = async (): Promise<Connection> => {
    if (closed) throw new Error('the database is closed')
    slot = (slot + 1) % READERS
    const chosen = slot
    const connection = await (slots[chosen] ?? fresh(chosen))
    return connection.alive() ? connection : fresh(chosen)
  }
  let ofTurn: Promise<Connection> | undefined
  return {
    next,
    current(): Promise<Connection> {
      if (ofTurn === undefined) {
        ofTurn = next()
        setImmediate(() => (ofTurn = undefined))
      }
      return ofTurn
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all(slots.map(async (opened) => (await opened?.catch(() => undefined))?.end()))
    },
  }
}
