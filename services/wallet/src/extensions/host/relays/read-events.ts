import type { Event } from 'nostr-tools/pure'
import { readEvent } from '../nostr/read-event.ts'
import { openRelay, RELAY_DEADLINES, type RelayDeps } from '../nostr/relay-client.ts'

const SUBSCRIPTION = 'satchel'
const MAX_EVENTS = 20

/**
 * The stored events of a relay for a filter; empty if it does not answer. Signatures are not checked. Never rejects.
 */
export async function readEvents(deps: RelayDeps, filter: object, relayUrl: string): Promise<Event[]> {
  const events: Event[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const deadline = setTimeout(resolve, deps.timeoutMs ?? RELAY_DEADLINES.timeoutMs)
  const opened = await openRelay(deps, relayUrl, {
    onClose: () => resolve(),
    onMessage: ([type, name, received]) => {
      if (name !== SUBSCRIPTION) return
      const event = type === 'EVENT' ? readEvent(received) : undefined
      if (event !== undefined) events.push(event)
      if (type === 'EOSE' || type === 'CLOSED' || events.length >= MAX_EVENTS) resolve()
    },
  })
  try {
    if ('problem' in opened) return []
    opened.relay.send(['REQ', SUBSCRIPTION, filter])
    await promise
    return events
  } finally {
    clearTimeout(deadline)
    if ('relay' in opened) opened.relay.close()
  }
}
