import { reject } from '@satchel/extension-sdk/rejection'
import type { StorageUse } from '../host/stores/storage-use.ts'

export interface StorageQuotaOptions {
  readonly most: StorageUse
  readonly clock: () => number
  /** The extension's storage, by a read of all its rows. */
  readUse(): Promise<StorageUse>
}

export interface StorageQuota {
  /** Throws 503 when the extension would exceed its storage limit. */
  take(rows: number, bytes: number): Promise<void>
}

/** After this time the use is read again, to include removed rows and other processes' writes. */
const READ_AGAIN_MS = 3_600_000
/**
 * The use is also read again after this part of the free storage is written, at most once a minute, because other
 * processes write, too.
 */
const READ_AGAIN_PART = 0.1
const READ_AGAIN_SOON_MS = 60_000

interface Counted {
  rows: number
  bytes: number
  /** Above this the use must be read again. */
  readonly until: StorageUse
}

/** Adds writes to the use that was last read, so that few writes wait for a count of all rows. */
export function createStorageQuota({ most, clock, readUse }: StorageQuotaOptions): StorageQuota {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Counted> | undefined
  const partOf = (there: number, limit: number): number => there + Math.max(0, limit - there) * READ_AGAIN_PART
  const read = (olderThanMs: number): Promise<Counted> => {
    if (reading !== undefined && clock() < readAt + olderThanMs) return reading
    readAt = clock()
    reading = readUse().then(({ rows, bytes }) => ({
      rows,
      bytes,
      until: { rows: partOf(rows, most.rows), bytes: partOf(bytes, most.bytes) },
    }))
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
  return {
    async take(rows, bytes) {
      let use = await read(READ_AGAIN_MS)
      const isWithin = (limit: StorageUse): boolean => use.rows + rows <= limit.rows && use.bytes + bytes <= limit.bytes
      if (!isWithin(use.until)) use = await read(READ_AGAIN_SOON_MS)
      if (!isWithin(most))
        throw reject('The extension keeps as much as it may; its owner has to delete something.', 503, 60)
      use.rows += rows
      use.bytes += bytes
    },
  }
}
