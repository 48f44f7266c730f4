import { randomBytes, randomUUID } from 'node:crypto'

/** An id that cannot be guessed: 122 random bits. */
export const newId = (): string => randomUUID()

/**
 * An id that cannot be guessed and sorts by its time (UUID version 7, 74 random bits): rows made together then lie
 * together in the indexes, and a commit writes few pages.
 */
export function newOrderedId(nowMs: number): string {
  const random = Buffer.from(randomChunk(10))
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80
  const hex = `${nowMs.toString(16).padStart(12, '0')}${random.toString('hex')}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const POOL_BYTES = 8192
let pool = Buffer.alloc(0)

/** Random bytes, each given out once; drawn from the system many at a time, because each draw costs a system call. */
export function randomChunk(bytes: number): Buffer {
  if (pool.length < bytes) pool = randomBytes(POOL_BYTES)
  const chunk = pool.subarray(0, bytes)
  pool = pool.subarray(bytes)
  return chunk
}

/** Ids of accounts are UUIDs with dashes, in lower case. LNbits writes them without. */
export const withDashes = (id: string): string =>
  id.toLowerCase().replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, '$1-$2-$3-$4-$5')

/** 128 random bits as 32 lower-case hex characters: the form of wallet keys (rule S401). */
export const newKey = (): string => randomBytes(16).toString('hex')
