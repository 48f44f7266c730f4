interface NostrSigner {
  signEvent(event: {
    kind: number
    created_at: number
    tags: string[][]
    content: string
  }): Promise<Readonly<Record<string, unknown>>>
}

/** A browser extension that holds a Nostr key (NIP-07). */
const signerOf = (): NostrSigner | undefined => (window as { nostr?: NostrSigner }).nostr

export const hasNostrSigner = (): boolean => signerOf() !== undefined

/** A signed NIP-98 event for a POST to this address. */
export async function signNostrLogIn(url: string): Promise<string> {
  const event = await signerOf()?.signEvent({
    kind: 27_235,
    created_at: Math.floor(Date.now() / 1000),
    tags: [
      ['u', url],
      ['method', 'POST'],
    ],
    content: '',
  })
  return JSON.stringify(event)
}
