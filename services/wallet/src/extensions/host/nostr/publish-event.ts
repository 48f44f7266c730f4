import type { NostrEvent } from '@satchel/extension-sdk/nostr'
import { openRelay, type RelayDeps } from './relay-client.ts'

/** From the look-up to the relay's word. */
export const RELAY_TIMEOUT_MS = 10_000

/**
 * Hands an event to one relay; undefined: it has taken it, or had it already. Otherwise why not, which says nothing about
 * whether others will read it there. Never rejects.
 */
export async function publishEvent(deps: RelayDeps, event: NostrEvent, relayUrl: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const deadline = setTimeout(() => resolve('The relay took too long.'), RELAY_TIMEOUT_MS)
  const opened = await openRelay(deps, relayUrl, {
    timeoutMs: RELAY_TIMEOUT_MS,
    onClose: () => resolve('The relay has hung up.'),
    onMessage: ([type, id, taken, why]) => {
      if (type === 'OK' && id === event.id) resolve(taken === true ? undefined : `The relay refused it: ${shown(why)}`)
    },
  })
  try {
    if ('problem' in opened) return opened.problem
    opened.relay.send(['EVENT', event])
    return await promise
  } finally {
    clearTimeout(deadline)
    if ('relay' in opened) opened.relay.close()
  }
}

/** Somebody else's words, short and on one line. */
export const shown = (why: unknown): string =>
  String(why)
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(0, 200)
