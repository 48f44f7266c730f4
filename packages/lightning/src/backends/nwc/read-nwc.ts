import type { Reader } from '../../config/environment.ts'
import { readRequired } from '../../config/node-endpoint.ts'

/** A wallet of another operator, over Nostr Wallet Connect (NIP-47). */
export interface NwcConfig {
  readonly kind: 'nwc'
  /** Public key of the wallet service, in hex. */
  readonly walletPubkey: string
  /** All of them are used. */
  readonly relays: readonly string[]
  /** Our own key for this connection, in hex: it is enough to spend the money. */
  readonly secret: string
}

export function readNwc(read: Reader, { problems }: { problems: string[] }): NwcConfig {
  const text = readRequired(read, NAME, problems)
  const config = parsePairing(text)
  if (config !== undefined) return config
  if (text !== '') {
    problems.push(`${NAME}: must be nostr+walletconnect://KEY?relay=wss://…&secret=KEY, as the wallet shows it`)
  }
  return { kind: 'nwc', walletPubkey: '', relays: [], secret: '' }
}

export const NAME = 'NWC_PAIRING_URL'
/** Also without slashes, and under the name it had before. */
const PAIRING = /^nostr\+?walletconnect:(?:\/\/)?([0-9a-f]{64})\/?\?(.+)$/i
const KEY = /^[0-9a-f]{64}$/

function parsePairing(text: string): NwcConfig | undefined {
  const [, pubkey, query] = PAIRING.exec(text) ?? []
  if (pubkey === undefined || query === undefined) return undefined
  const params = new URLSearchParams(query)
  const secret = params.get('secret')?.toLowerCase() ?? ''
  const relays = [...new Set(params.getAll('relay'))]
  const areGood = relays.every((relay) => URL.canParse(relay) && /^wss?:$/.test(new URL(relay).protocol))
  if (!KEY.test(secret) || relays.length === 0 || !areGood) return undefined
  return { kind: 'nwc', walletPubkey: pubkey.toLowerCase(), relays, secret }
}
