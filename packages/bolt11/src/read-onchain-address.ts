import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { Network } from './invoice.ts'

export interface OnchainAddress {
  /** The address as written; bech32 in lower case. */
  readonly address: string
  /** Networks whose addresses are written like this: test networks share their letters. */
  readonly networks: readonly [Network, ...Network[]]
}

/** A bitcoin address with a correct checksum and a program of a valid length; undefined for anything else. */
export function readOnchainAddress(text: string): OnchainAddress | undefined {
  // Before any change of case: the Kelvin sign would become a plain k.
  if (text.length > MAX_LENGTH || !/^[!-~]+$/.test(text)) return undefined
  return SEGWIT.test(text) ? readSegwit(text) : readBase58(text)
}

const MAX_LENGTH = 90
const SEGWIT = /^(bc|tb|bcrt|sb)1/i

const OF_PREFIX: Readonly<Record<string, OnchainAddress['networks']>> = {
  bc: ['bc'],
  tb: ['tb', 'tbs'],
  bcrt: ['bcrt'],
  sb: ['sb'],
}

/** BIP 173 for version 0, BIP 350 for the later ones. */
function readSegwit(text: string): OnchainAddress | undefined {
  const oldStyle = bech32.decodeUnsafe(text, MAX_LENGTH)
  const decoded = oldStyle ?? bech32m.decodeUnsafe(text, MAX_LENGTH)
  const networks = OF_PREFIX[decoded?.prefix ?? '']
  if (decoded === undefined || networks === undefined) return undefined
  const [version = 17, ...words] = decoded.words
  const length = bech32.fromWordsUnsafe(words)?.length ?? 0
  const isValid =
    oldStyle === undefined
      ? version >= 1 && version <= 16 && length >= 2 && length <= 40
      : version === 0 && (length === 20 || length === 32)
  return isValid ? { address: text.toLowerCase(), networks } : undefined
}

const base58 = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

const HASH_BYTES = 20
const TEST_NETWORKS: OnchainAddress['networks'] = ['tb', 'tbs', 'bcrt']
const OF_VERSION: ReadonlyMap<number, OnchainAddress['networks']> = new Map([
  [0x00, ['bc']],
  [0x05, ['bc']],
  [0x6f, TEST_NETWORKS],
  [0xc4, TEST_NETWORKS],
  [0x3f, ['sb']],
  [0x7b, ['sb']],
])

/** Pay to public key hash, and to script hash. */
function readBase58(text: string): OnchainAddress | undefined {
  try {
    const bytes = base58.decode(text)
    const networks = OF_VERSION.get(bytes[0] ?? -1)
    return networks === undefined || bytes.length !== 1 + HASH_BYTES ? undefined : { address: text, networks }
  } catch {
    return undefined
  }
}
