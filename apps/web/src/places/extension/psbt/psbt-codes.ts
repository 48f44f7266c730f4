import { crc32, fromBytewords, toBytewords } from './bytewords.ts'
import { chooseFragments } from './choose-fragments.ts'
import { type CborItem, readCbor, writeItem, writeList } from './small-cbor.ts'

/** Bytes per part that a phone reads from a screen at arm's length. */
const FRAGMENT_BYTES = 160
const TYPE = 'crypto-psbt'

/** The codes of a PSBT, to be shown in a loop (BCR-2020-005, BCR-2020-006). */
export function psbtToCodes(psbt: Uint8Array): readonly string[] {
  const message = Uint8Array.from(writeItem(psbt))
  const count = Math.ceil(message.length / FRAGMENT_BYTES)
  if (count === 1) return [`ur:${TYPE}/${toBytewords(message)}`.toUpperCase()]
  const [length, checksum] = [Math.ceil(message.length / count), crc32(message)]
  const padded = new Uint8Array(length * count)
  padded.set(message)
  return Array.from({ length: count }, (_, index) => {
    const fragment = padded.slice(index * length, (index + 1) * length)
    const part = writeList([index + 1, count, message.length, checksum, fragment])
    return `ur:${TYPE}/${index + 1}-${count}/${toBytewords(part)}`.toUpperCase()
  })
}

export interface PsbtCollector {
  /** Adds a code and returns the data once complete; ignores codes of other data. */
  take(code: string): Uint8Array | undefined
  /** Known parts, and how many there are. */
  readonly progress: { readonly known: number; readonly count: number }
}

interface Mixed {
  readonly of: Set<number>
  readonly data: Uint8Array
}

/** Assembles a PSBT from codes in any order, including mixed ones. */
export function collectPsbt(): PsbtCollector {
  let begun: { readonly count: number; readonly length: number; readonly checksum: number } | undefined
  let mixed: Mixed[] = []
  const known = new Map<number, Uint8Array>()
  const learn = (part: Mixed): void => {
    const waiting = [part]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { of, data } = without(next, known)
      const [index] = of
      if (index === undefined) continue
      if (of.size > 1) {
        mixed.push({ of, data })
        continue
      }
      known.set(index, data)
      waiting.push(...mixed.filter((one) => one.of.has(index)))
      mixed = mixed.filter((one) => !one.of.has(index))
    }
  }
  return {
    get progress() {
      return { known: known.size, count: begun?.count ?? 0 }
    },
    take(code) {
      const [, type, sequence, words = ''] =
        /^ur:([a-z0-9-]+)\/(?:(\d+-\d+)\/)?([a-z]+)$/.exec(code.toLowerCase()) ?? []
      const bytes = type === TYPE || type === 'psbt' ? fromBytewords(words) : undefined
      const items = bytes && readCbor(bytes)
      if (bytes === undefined || items === undefined) return undefined
      if (sequence === undefined) return bytesOf(items[0])
      const [part, count, length, checksum, data] = items
      if (!isCount(part) || !isCount(count) || !isCount(length) || typeof checksum !== 'number') return undefined
      if (!(data instanceof Uint8Array) || data.length * count < length || count > MAX_PARTS) return undefined
      if (begun?.checksum !== checksum || begun.count !== count || begun.length !== length) {
        begun = { count, length, checksum }
        mixed = []
        known.clear()
      }
      learn({ of: new Set(chooseFragments(part, count, checksum)), data })
      if (known.size < count) return undefined
      const message = Uint8Array.from(
        Array.from({ length: count }, (_, index) => [...(known.get(index) ?? [])]).flat(),
      ).slice(0, length)
      return crc32(message) === checksum ? bytesOf(readCbor(message)?.[0]) : undefined
    },
  }
}

const MAX_PARTS = 10_000

const isCount = (item: CborItem | undefined): item is number => typeof item === 'number' && item > 0

const bytesOf = (item: CborItem | undefined): Uint8Array | undefined => (item instanceof Uint8Array ? item : undefined)

/** Removes known fragments from a mixed part. */
function without({ of, data }: Mixed, known: ReadonlyMap<number, Uint8Array>): Mixed {
  const rest = new Set(of)
  const left = data.slice()
  for (const index of of) {
    const fragment = known.get(index)
    if (fragment === undefined) continue
    rest.delete(index)
    for (const [at, byte] of fragment.entries()) left[at] = (left[at] ?? 0) ^ byte
  }
  return { of: rest, data: left }
}
