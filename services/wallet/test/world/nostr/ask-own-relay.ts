import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { type Event, finalizeEvent, getPublicKey } from 'nostr-tools/pure'
import { expect } from 'vitest'
import { openTestSocket } from '../open-test-socket.ts'

export interface OwnRelayApp {
  /** The address of the relay for this app. */
  readonly relay: string
  /** The wallet's public key, and the app's secret, in hex. */
  readonly service: string
  readonly secret: string
}

export const publicKeyOf = (secret: string): string => getPublicKey(Buffer.from(secret, 'hex'))

export function readConnection(uri: string): OwnRelayApp {
  const { host, searchParams } = new URL(uri.replace('nostr+walletconnect:', 'http:'))
  return { relay: searchParams.get('relay') ?? '', service: host, secret: searchParams.get('secret') ?? '' }
}

/** The balance that an app reads at the service's own relay, in msat, as soon as the service listens to the app. */
export async function askBalance({ relay, service, secret }: OwnRelayApp, nowSeconds: () => number): Promise<number> {
  const key = getConversationKey(Buffer.from(secret, 'hex'), service)
  const content = encrypt(JSON.stringify({ method: 'get_balance', params: {} }), key)
  const app = await openTestSocket(relay)
  const messages = app.messages as unknown as readonly (readonly unknown[])[]
  app.say(['REQ', 'answers', { kinds: [23_195], authors: [service], '#p': [publicKeyOf(secret)] }])
  const isAccepted = async (): Promise<boolean> => {
    const tags = [
      ['p', service],
      ['encryption', 'nip44_v2'],
    ]
    const request = finalizeEvent({ kind: 23_194, created_at: nowSeconds(), tags, content }, Buffer.from(secret, 'hex'))
    app.say(['EVENT', request])
    await expect.poll(() => messages.some(([type, id]) => type === 'OK' && id === request.id)).toBe(true)
    return messages.findLast(([type, id]) => type === 'OK' && id === request.id)?.[2] === true
  }
  await expect.poll(isAccepted, { timeout: 10_000, interval: 100 }).toBe(true)
  const answer = () => messages.find(([type]) => type === 'EVENT')?.[2] as Event | undefined
  await expect.poll(answer, { timeout: 10_000 }).toBeDefined()
  return (JSON.parse(decrypt(answer()?.content ?? '', key)) as { result: { balance: number } }).result.balance
}
