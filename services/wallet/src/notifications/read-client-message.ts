import { parseJson } from '@satchel/json/parse-json'

export interface ClientMessage {
  readonly kind: 'subscribe' | 'unsubscribe'
  readonly id: string
  /** Resume after this event. */
  readonly lastId: bigint | undefined
}

/** Reads one of a client's two messages; undefined for anything else. */
export function readClientMessage(text: string): ClientMessage | undefined {
  const message = parseObject(text)
  if (message === undefined) return undefined
  const { subscribe, unsubscribe, last_id } = message
  const lastId = last_id === undefined ? undefined : readEventId(last_id)
  if (last_id !== undefined && lastId === undefined) return undefined
  if (typeof subscribe === 'string' && unsubscribe === undefined) return { kind: 'subscribe', id: subscribe, lastId }
  if (typeof unsubscribe === 'string' && subscribe === undefined)
    return { kind: 'unsubscribe', id: unsubscribe, lastId }
  return undefined
}

/** A number, or its digits. */
export function readEventId(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^\d{1,16}$/.test(value) ? BigInt(value) : undefined
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
