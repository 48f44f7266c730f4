import type { NostrEvent } from '@satchel/extension-sdk/nostr'
import { openRelay, RELAY_DEADLINES, type RelayDeps } from '../nostr/relay-client.ts'

/**
 * Publishes an event to one relay. Undefined: the relay has accepted it or already had it; else why not. Never rejects.
 */
export async function publishEvent(deps: RelayDeps, event: NostrEvent, relayUrl: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const deadline = setTimeout(() => resolve(TOO_LONG), deps.timeoutMs ?? RELAY_DEADLINES.timeoutMs)
  const opened = await openRelay(deps, relayUrl, {
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

export const TOO_LONG = 'The relay took too long.'

/** Text from a relay, shortened and on one line. */
export const shown = (why: unknown): string =>
  String(why)
    .replaceAll(/\p{C}+/gu, ' ')
    .slice(0, 200)
