import { ALPHABET, wordsToBytes } from './words.ts'

const MAX_CHARACTERS = 16_384
const DATA = /^lno1([02-9ac-hj-np-z]+)$/

/** Fields with the recipient of a request for an invoice; an offer has one of them. */
const PATHS = 16n
const ISSUER_ID = 22n

/**
 * Recognises a BOLT 12 offer: either case, joined where `+` split it, a complete list of fields in ascending order with
 * a recipient. Returns it in lower case, undefined for anything else. Offers have no checksum.
 */
export function readOffer(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS || !/^[!-~\s]+$/.test(text)) return undefined
  const joined = text.replace(/(?<=[a-z0-9])\+\s*(?=[a-z0-9])/gi, '')
  if (joined !== joined.toLowerCase() && joined !== joined.toUpperCase()) return undefined
  const offer = joined.toLowerCase()
  const data = DATA.exec(offer)?.[1]
  return data !== undefined && hasFields(data) ? offer : undefined
}

function hasFields(data: string): boolean {
  try {
    const types = listTypes(wordsToBytes(Array.from(data, (letter) => ALPHABET.indexOf(letter))))
    const isAscending = types.every((type, at) => at === 0 || type > (types[at - 1] as bigint))
    return isAscending && types.some((type) => type === PATHS || type === ISSUER_ID)
  } catch {
    return false
  }
}

/** The types of a TLV stream (BOLT 1). Throws when it is cut. */
function listTypes(bytes: Buffer): bigint[] {
  const types: bigint[] = []
  let at = 0
  const readNumber = (): bigint => {
    const first = bytes.readUInt8(at)
    const width = WIDTHS.get(first) ?? 0
    const value = width === 0 ? BigInt(first) : BigInt(`0x${bytes.toString('hex', at + 1, at + 1 + width)}`)
    if (at + 1 + width > bytes.length) throw new RangeError('the offer is cut')
    at += 1 + width
    return value
  }
  while (at < bytes.length) {
    types.push(readNumber())
    const length = readNumber()
    at += Number(length)
    if (at > bytes.length) throw new RangeError('the offer is cut')
  }
  return types
}

/** How many bytes follow the first byte of a BigSize. */
const WIDTHS: ReadonlyMap<number, number> = new Map([
  [0xfd, 2],
  [0xfe, 4],
  [0xff, 8],
])
