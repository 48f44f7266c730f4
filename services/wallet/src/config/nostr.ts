import { flag, list, whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { isTrustworthyUrl } from './extensions.ts'

/** The relay of this service for apps. */
export interface NostrConfig {
  /** The relays named in new connections; our own one comes first. */
  readonly relays: readonly string[]
  /** How old an event may be when it arrives, besides a minute for clocks that differ. */
  readonly lookBackSeconds: number
  readonly hasOwnRelay: boolean
}

/** Below the public address of the service. */
export const OWN_RELAY_PATH = '/nwcprovider/relay'

/** Where LNbits has its relay of Wallet Connect; its private form has another last segment. */
export const OLD_RELAY = /^\/nostrclient\/api\/v1\/[^/?]+(?:\?|$)/

const ownRelayUrl = (publicUrl: string): string => `${publicUrl.replace(/^http/i, 'ws')}${OWN_RELAY_PATH}`

const DEFAULT_RELAYS = ['wss://relay.getalby.com/v1']
const MAX_RELAYS = 5

export const MESSAGE_RELAYS = list(
  'SERVICE_MESSAGE_RELAYS',
  'Relays for messages by Nostr: where people are looked up, and where they are written to when they name no relays. None: no messages by Nostr.',
)

export const NOSTR = {
  relays: list('SERVICE_NOSTR_RELAYS', 'Relays of new Nostr Wallet Connect connections.', {
    varies: '`wss://relay.getalby.com/v1`',
  }),
  lookBack: whole('SERVICE_NOSTR_LOOK_BACK_SECONDS', [0, 0, 3600], 'How old requests over Nostr may be.'),
  ownRelay: flag('SERVICE_NOSTR_OWN_RELAY', false, 'Run a relay at `/nwcprovider/relay` for these connections.'),
}

export function readNostr(
  read: Reader,
  problems: string[],
  {
    publicUrl,
    ...outbound
  }: { readonly publicUrl: string; readonly allowPrivate: boolean; readonly allow: readonly string[] },
): NostrConfig {
  const named = [...new Set(read(NOSTR.relays))]
  const isGood = (relay: string): boolean => isRelayUrl(relay, outbound)
  const hasOwnRelay = read(NOSTR.ownRelay)
  const most = hasOwnRelay ? MAX_RELAYS - 1 : MAX_RELAYS
  if (named.length > most || !named.every(isGood)) {
    problems.push(
      `SERVICE_NOSTR_RELAYS: must be at most ${most} URLs that begin with wss://; ws:// only where private addresses are allowed`,
    )
  }
  const others = named.length === 0 && !hasOwnRelay ? DEFAULT_RELAYS : named
  return {
    relays: [...(hasOwnRelay ? [ownRelayUrl(publicUrl)] : []), ...others],
    lookBackSeconds: read(NOSTR.lookBack),
    hasOwnRelay,
  }
}

type Rules = Parameters<typeof isTrustworthyUrl>[1]

/** Whether a relay of this address may be connected to: `wss://`, and `ws://` where private addresses are allowed. */
export const isRelayUrl = (relay: string, rules: Rules): boolean =>
  /^wss?:/i.test(relay) && relay.length <= 200 && isTrustworthyUrl(relay.replace(/^ws/i, 'http'), rules)

/** Relays for looking up people who want messages over Nostr, and for sending these; none = no such messages. */
export function readMessageRelays(read: Reader, problems: string[], rules: Rules): readonly string[] {
  const named = [...new Set(read(MESSAGE_RELAYS))]
  if (named.length > MAX_RELAYS || !named.every((relay) => isRelayUrl(relay, rules))) {
    problems.push(
      `SERVICE_MESSAGE_RELAYS: must be at most ${MAX_RELAYS} URLs that begin with wss://; ws:// only where private addresses are allowed`,
    )
  }
  return named
}
