import { OWN_RELAY } from '@satchel/extension-sdk/nostr'
import type { NwcConnection, NwcCtx } from './fields.ts'

/** The relays of a connection for the host, which knows the service's own relay by a constant. */
export const relaysOf = ({ relays }: Pick<NwcConnection, 'relays'>): readonly string[] =>
  relays.map((relay) => (OWN_BEFORE.test(relay) ? OWN_RELAY : relay))

/**
 * Versions up to 0.14 stored the address that the service had then. Only the service writes the field, and a relay of
 * another installation rejects requests to our wallets.
 */
const OWN_BEFORE = /\/nwcprovider\/relay$/

/** Relay addresses for apps: the own relay with its current address. */
export const shownRelays = (connection: Pick<NwcConnection, 'relays'>, ctx: Pick<NwcCtx, 'url'>): string[] =>
  relaysOf(connection).map((relay) => (relay === OWN_RELAY ? addressOf(ctx) : relay))

/** The relays of a new connection, for storage. */
export const newRelays = (ctx: Pick<NwcCtx, 'url' | 'nostr'>): string[] =>
  ctx.nostr.relays.map((relay) => (relay === addressOf(ctx) ? OWN_RELAY : relay))

const addressOf = ({ url }: Pick<NwcCtx, 'url'>): string => url('/relay').replace(/^http/, 'ws')
