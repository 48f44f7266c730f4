import { sha256 } from '@noble/hashes/sha2.js'

/** The fragments in a part (BCR-2020-005): the first parts have one each, later ones mix several. */
export function chooseFragments(part: number, count: number, checksum: number): readonly number[] {
  if (part <= count) return [part - 1]
  const seed = new DataView(new ArrayBuffer(8))
  seed.setUint32(0, part)
  seed.setUint32(4, checksum)
  const random = openRandom(new Uint8Array(seed.buffer))
  const degree = drawDegree(count, random)
  const rest = Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: degree }, () => rest.splice(Math.floor(random() * rest.length), 1)[0] ?? 0)
}

const MASK = 2n ** 64n - 1n
const turn = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & MASK

/** Xoshiro256**, numbers from 0 to below 1. */
function openRandom(seed: Uint8Array): () => number {
  const state = new DataView(sha256(seed).slice().buffer)
  let [a, b, c, d] = [state.getBigUint64(0), state.getBigUint64(8), state.getBigUint64(16), state.getBigUint64(24)]
  return () => {
    const drawn = (turn((b * 5n) & MASK, 7n) * 9n) & MASK
    const shifted = (b << 17n) & MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = turn(d, 45n)
    return Number(drawn) / 2 ** 64
  }
}

/** Draws n with weight 1/n by the alias method. */
function drawDegree(count: number, random: () => number): number {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight) => (weight * count) / sum)
  const [keeps, aliases] = [new Array<number>(count).fill(1), new Array<number>(count).fill(0)]
  const [small, large]: [number[], number[]] = [[], []]
  for (let index = count - 1; index >= 0; index -= 1) ((shares[index] ?? 0) < 1 ? small : large).push(index)
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop() ?? 0, large.pop() ?? 0]
    keeps[less] = shares[less] ?? 0
    aliases[less] = more
    shares[more] = (shares[more] ?? 0) + (shares[less] ?? 0) - 1
    ;((shares[more] ?? 0) < 1 ? small : large).push(more)
  }
  const column = Math.floor(random() * count)
  return (random() < (keeps[column] ?? 1) ? column : (aliases[column] ?? 0)) + 1
}
