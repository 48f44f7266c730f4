import type { TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { finalizeEvent } from 'nostr-tools/pure'

/** For tests: where the holder of the key reads direct messages (kind 10050), as a relay has it. */
export const relayListOf = (secret: Uint8Array, ...relays: readonly TestRelay[]) =>
  finalizeEvent({ kind: 10_050, created_at: 1, content: '', tags: relays.map(({ url }) => ['relay', url]) }, secret)
