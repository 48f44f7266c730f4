import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import { NETWORKS } from './networks.ts'
import type { MasterKey } from './read-master-key.ts'

export const RECEIVE = 0
export const CHANGE = 1

/** One address, and the data that a signer needs. */
export interface DerivedAddress {
  readonly address: string
  readonly script: Uint8Array
  /** The fields of a PSBT that say how it is spent, for inputs and for change alike. */
  readonly spending: {
    readonly redeemScript?: Uint8Array
    readonly tapInternalKey?: Uint8Array
    readonly bip32Derivation?: [Uint8Array, KeyOrigin][]
    readonly tapBip32Derivation?: [Uint8Array, { readonly hashes: Uint8Array[]; readonly der: KeyOrigin }][]
  }
}

interface KeyOrigin {
  readonly fingerprint: number
  readonly path: number[]
}

export function deriveAddress(master: MasterKey, branch: number, index: number): DerivedAddress {
  const { publicKey } = master.key.deriveChild(branch).deriveChild(index)
  if (publicKey === null) throw new Error('a public key has no public key')
  const der: KeyOrigin = { fingerprint: master.fingerprint, path: [...master.path, branch, index] }
  const network = NETWORKS[master.network]
  if (master.type === 'p2tr') {
    const internal = publicKey.slice(1)
    const { address, script } = p2tr(internal, undefined, network)
    const tapBip32Derivation: [Uint8Array, { hashes: Uint8Array[]; der: KeyOrigin }][] = [
      [internal, { hashes: [], der }],
    ]
    return { address, script, spending: { tapInternalKey: internal, tapBip32Derivation } }
  }
  const bip32Derivation: [Uint8Array, KeyOrigin][] = [[publicKey, der]]
  if (master.type === 'p2sh-p2wpkh') {
    const { address, script, redeemScript } = p2sh(p2wpkh(publicKey, network), network)
    return { address, script, spending: { redeemScript, bip32Derivation } }
  }
  const pay = master.type === 'p2wpkh' ? p2wpkh : p2pkh
  const { address, script } = pay(publicKey, network)
  return { address, script, spending: { bip32Derivation } }
}

/** The generator point of the curve. */
const GENERATOR = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')

/**
 * The first address takes ten times as long as others, because it computes tables of the curve. In the sandbox every
 * run begins with the state after loading: computed here, the tables are part of it. A service computes them when needed.
 */
if (!('process' in globalThis))
  deriveAddress(
    {
      key: new HDKey({ publicKey: GENERATOR, chainCode: new Uint8Array(32) }),
      type: 'p2tr',
      network: 'mainnet',
      fingerprint: 0,
      path: [],
    },
    RECEIVE,
    0,
  )
