import type { Reader } from '@satchel/http/environment'
import { isTrustworthyUrl } from './extensions.ts'

/** Where apps reach this service over Nostr. */
export interface NostrConfig {
  /** What new connections are told to use. */
  readonly relays: readonly string[]
  /** How old an event may be when it arrives, besides a minute for clocks that differ. */
  readonly lookBackSeconds: number
}

const DEFAULT_RELAYS = ['wss://relay.getalby.com/v1']
const MOST_RELAYS = 5
const LONGEST_LOOK_BACK_SECONDS = 3600

export function readNostr(
  read: Reader,
  problems: string[],
  outbound: { readonly allowPrivate: boolean; readonly allow: readonly string[] },
): NostrConfig {
  const named = [...new Set(read.list('SERVICE_NOSTR_RELAYS'))]
  const isGood = (relay: string): boolean =>
    /^wss?:/i.test(relay) && relay.length <= 200 && isTrustworthyUrl(relay.replace(/^ws/i, 'http'), outbound)
  if (named.length > MOST_RELAYS || !named.every(isGood)) {
    problems.push(
      `SERVICE_NOSTR_RELAYS: must be at most ${MOST_RELAYS} URLs that begin with wss://; ws:// only where private addresses are allowed`,
    )
  }
  return {
    relays: named.length === 0 ? DEFAULT_RELAYS : named,
    lookBackSeconds: read.integer('SERVICE_NOSTR_LOOK_BACK_SECONDS', 0, 0, LONGEST_LOOK_BACK_SECONDS),
  }
}
