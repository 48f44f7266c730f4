import { finalizeEvent } from 'nostr-tools/pure'

/** A NIP-98 event as a Nostr client signs it for the log-in at that address, or for linking the key there. */
export function signNostrLogin(
  secretKey: Uint8Array,
  publicUrl: string,
  nowSeconds: number,
  path: '/api/v1/auth/nostr' | '/api/v1/auth/nostr/link' = '/api/v1/auth/nostr',
): string {
  const tags = [
    ['u', `${publicUrl}${path}`],
    ['method', 'POST'],
  ]
  // Differs each time, because two equal events of one second would have the same id.
  const event = { kind: 27_235, created_at: nowSeconds, tags, content: String(Math.random()) }
  return JSON.stringify(finalizeEvent(event, secretKey))
}
