import { sha256 } from '@noble/hashes/sha2.js'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { parseJson } from '@satchel/json/parse-json'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { descriptorChecksum } from './descriptor-checksum.ts'
import { type AddressType, isAddressType, isNetworkName, KEY_VERSIONS, type NetworkName } from './networks.ts'

/** A wallet's public half: every address follows from it. */
export interface MasterKey {
  /** Key of the account: its children are the branches, 0 to receive and 1 for change. */
  readonly key: HDKey
  readonly type: AddressType
  readonly network: NetworkName
  /** Fingerprint of the key that `path` starts from: the root of the wallet if known, else this key. */
  readonly fingerprint: number
  /** Path from there to this key; hardened steps have their highest bit set. */
  readonly path: readonly number[]
}

export interface KeyWishes {
  readonly masterpub: string
  readonly type?: string | undefined
  readonly network?: string | undefined
}

const HARDENED = 0x80_00_00_00
const base58check = createBase58check(sha256)

/** Reads an extended public key or an output descriptor of one; 422 for all else, and for private keys above all. */
export function readMasterKey({ masterpub, type, network }: KeyWishes): MasterKey {
  const text = keyText(masterpub)
  if (/prv/.test(text)) throw privateKey()
  const described = text.includes('(') ? readDescriptor(text) : undefined
  const { key, isTest, typeOfVersion } = readExtendedKey(described?.key ?? text)
  if (described !== undefined && typeOfVersion !== undefined)
    throw reject('body.masterpub: a descriptor has an xpub or a tpub.', 422)
  const known = described?.type ?? typeOfVersion
  const wanted = type ?? known ?? 'p2pkh'
  if (!isAddressType(wanted) || (known !== undefined && wanted !== known)) {
    throw reject(fixed('body.type: the key is one for {type} addresses.', { type: known ?? fixed('other') }), 422)
  }
  const name = network ?? (isTest ? 'testnet' : 'mainnet')
  if (!isNetworkName(name) || (name === 'mainnet') === isTest) {
    throw reject('body.network: the key is not one of this network.', 422)
  }
  const own = { fingerprint: key.fingerprint, path: [] }
  return { key, type: wanted, network: name, ...(described?.origin ?? own) }
}

/** The key or the descriptor in a text that was pasted: Specter shows its wallets as JSON. */
export function keyText(masterpub: string): string {
  const text = masterpub.trim()
  if (!text.startsWith('{')) return text
  try {
    const { descriptor } = parseJson(text) as { readonly descriptor?: unknown }
    if (typeof descriptor === 'string') return descriptor.trim()
  } catch {
    // The type is declared below.
  }
  throw reject('body.masterpub: this JSON has no descriptor.', 422)
}

const privateKey = () =>
  reject(
    'body.masterpub: this is a private key. Never give it to anybody; a wallet whose private key others have seen is not yours alone.',
    422,
  )

function readExtendedKey(text: string) {
  const bytes = decodeBase58(text)
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (KEY_VERSIONS.some((one) => one.private === version)) throw privateKey()
  const found = KEY_VERSIONS.find((one) => one.public === version)
  if (found === undefined)
    throw reject('body.masterpub: of extended keys, xpub, ypub, zpub, tpub, upub and vpub are known.', 422)
  try {
    const key = HDKey.fromExtendedKey(text, { public: found.public, private: found.private })
    return { key, isTest: found.isTest, typeOfVersion: found.type }
  } catch {
    throw reject('body.masterpub: not a valid extended public key.', 422)
  }
}

function decodeBase58(text: string): Uint8Array {
  try {
    const bytes = base58check.decode(text)
    if (bytes.length === 78) return bytes
  } catch {
    // The type is declared below.
  }
  throw reject('body.masterpub: not an extended public key, and not a descriptor of one.', 422)
}

const TYPE_OF: Readonly<Record<string, AddressType>> = {
  'pkh(': 'p2pkh',
  'sh(wpkh(': 'p2sh-p2wpkh',
  'wpkh(': 'p2wpkh',
  'tr(': 'p2tr',
}

const DESCRIPTOR =
  /^(pkh\(|sh\(wpkh\(|wpkh\(|tr\()(?:\[([0-9a-fA-F]{8})((?:\/\d{1,10}['hH]?){0,16})\])?([1-9A-HJ-NP-Za-km-z]{100,120})(?:\/0\/\*|\/<0;1>\/\*)?(\)\)?)(?:#([a-z0-9]{8}))?$/

/** A descriptor of one key, with its usual branches: `wpkh([d34db33f/84h/0h/0h]xpub…/<0;1>/*)#checksum`. */
function readDescriptor(text: string) {
  const match = DESCRIPTOR.exec(text)
  const [, opening = '', fingerprint, steps = '', key = '', closing = '', checksum] = match ?? []
  const type = TYPE_OF[opening]
  if (match === null || type === undefined || closing.length !== opening.split('(').length - 1) {
    throw reject(
      'body.masterpub: of descriptors, pkh, wpkh, sh(wpkh) and tr of one key are known, with the branches /<0;1>/* or /0/*.',
      422,
    )
  }
  if (checksum !== undefined && descriptorChecksum(text.slice(0, -9)) !== checksum) {
    throw reject('body.masterpub: the checksum of the descriptor does not fit: a letter of it is wrong.', 422)
  }
  const origin =
    fingerprint === undefined ? undefined : { fingerprint: Number.parseInt(fingerprint, 16), path: readPath(steps) }
  return { type, key, origin }
}

const readPath = (steps: string): number[] =>
  steps
    .split('/')
    .slice(1)
    .map((step) => {
      const index = Number.parseInt(step, 10)
      if (index >= HARDENED)
        throw reject('body.masterpub: the path of the descriptor has a step that is too large.', 422)
      return /\d$/.test(step) ? index : index + HARDENED
    })
