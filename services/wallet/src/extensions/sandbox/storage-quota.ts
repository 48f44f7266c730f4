import { reject } from '@satchel/extension-sdk/rejection'
import type { StorageUse } from '../host/stores/storage-use.ts'

export interface StorageQuotaOptions {
  readonly most: StorageUse
  readonly clock: () => number
  /** What the extension keeps: a read of all its rows. */
  readUse(): Promise<StorageUse>
}

export interface StorageQuota {
  /** Throws 503 when the extension would keep more than it may. */
  take(rows: number, bytes: number): Promise<void>
}

/** Rows that were removed, and what other processes have written, are known after this. */
const READ_AGAIN_MS = 3_600_000
const READ_AGAIN_FULL_MS = 60_000

/** Counts what is written from what was there when it was last read, so that no write waits for a count of all rows. */
export function createStorageQuota({ most, clock, readUse }: StorageQuotaOptions): StorageQuota {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<{ rows: number; bytes: number }> | undefined
  const read = (olderThanMs: number): Promise<{ rows: number; bytes: number }> => {
    if (reading !== undefined && clock() < readAt + olderThanMs) return reading
    readAt = clock()
    reading = readUse().then((use) => ({ ...use }))
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
  return {
    async take(rows, bytes) {
      const fits = (use: StorageUse): boolean => use.rows + rows <= most.rows && use.bytes + bytes <= most.bytes
      let use = await read(READ_AGAIN_MS)
      if (!fits(use)) use = await read(READ_AGAIN_FULL_MS)
      if (!fits(use)) throw reject('The extension keeps as much as it may; its owner has to delete something.', 503, 60)
      use.rows += rows
      use.bytes += bytes
    },
  }
}
