import type { Reader } from '@satchel/http/environment'

/** Files that extensions forward from other hosts: how many concurrently, and how long one may stall. */
export interface DownloadsConfig {
  readonly overall: number
  /** Downloads of files of one account. */
  readonly perAccount: number
  /** Downloads to one address. */
  readonly perAddress: number
  readonly idleSeconds: number
}

export const readDownloads = (read: Reader): DownloadsConfig => ({
  overall: read.integer('SERVICE_DOWNLOADS', 64, 1, 10_000),
  perAccount: read.integer('SERVICE_DOWNLOADS_PER_ACCOUNT', 16, 1, 10_000),
  perAddress: read.integer('SERVICE_DOWNLOADS_PER_ADDRESS', 8, 1, 10_000),
  idleSeconds: read.integer('SERVICE_DOWNLOAD_IDLE_SECONDS', 15, 1, 3600),
})
