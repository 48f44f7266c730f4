import type { Reader } from '@satchel/http/environment'
import { isTrustworthyUrl } from './extensions.ts'

/** Where apps reach this service over Nostr. */
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
const LONGEST_LOOK_BACK_SECONDS = 3600

export function readNostr(
  read: Reader,
  problems: string[],
  {
    publicUrl,
    ...outbound
  }: { readonly publicUrl: string; readonly allowPrivate: boolean; readonly allow: readonly string[] },
): NostrConfig {
  const named = [...new Set(read.list('SERVICE_NOSTR_RELAYS'))]
  const isGood = (relay: string): boolean => isRelayUrl(relay, outbound)
  const hasOwnRelay = read.flag('SERVICE_NOSTR_OWN_RELAY', false)
  const most = hasOwnRelay ? MAX_RELAYS - 1 : MAX_RELAYS
  if (named.length > most || !named.every(isGood)) {
    problems.push(
      `SERVICE_NOSTR_RELAYS: must be at most ${most} URLs that begin with wss://; ws:// only where private addresses are allowed`,
    )
  }
  const others = named.length === 0 && !hasOwnRelay ? DEFAULT_RELAYS : named
  return {
    relays: [...(hasOwnRelay ? [ownRelayUrl(publicUrl)] : []), ...others],
    lookBackSeconds: read.integer('SERVICE_NOSTR_LOOK_BACK_SECONDS', 0, 0, LONGEST_LOOK_BACK_SECONDS),
    hasOwnRelay,
  }
}

type Rules = Parameters<typeof isTrustworthyUrl>[1]

/** Whether a relay of this address may be connected to: `wss://`, and `ws://` where private addresses are allowed. */
export const isRelayUrl = (relay: string, rules: Rules): boolean =>
  /^wss?:/i.test(relay) && relay.length <= 200 && isTrustworthyUrl(relay.replace(/^ws/i, 'http'), rules)

/** Relays to look up people who want messages over Nostr, and to send these; none = no such messages. */
export function readMessageRelays(read: Reader, problems: string[], rules: Rules): readonly string[] {
  const named = [...new Set(read.list('SERVICE_MESSAGE_RELAYS'))]
  if (named.length > MAX_RELAYS || !named.every((relay) => isRelayUrl(relay, rules))) {
    problems.push(
      `SERVICE_MESSAGE_RELAYS: must be at most ${MAX_RELAYS} URLs that begin with wss://; ws:// only where private addresses are allowed`,
    )
  }
  return named
}
