import { whole } from '@satchel/configuration/variables/variable'
import { type Reader, readAll } from '@satchel/http/environment'

/** Files that extensions forward from other hosts. */
export const DOWNLOADS = {
  overall: whole('SERVICE_DOWNLOADS', [64, 1, 10_000], 'Concurrent downloads overall.'),
  perAccount: whole(
    'SERVICE_DOWNLOADS_PER_ACCOUNT',
    [16, 1, 10_000],
    'Concurrent downloads of what one account sells.',
  ),
  perAddress: whole('SERVICE_DOWNLOADS_PER_ADDRESS', [8, 1, 10_000], 'Concurrent downloads to one address.'),
  idleSeconds: whole('SERVICE_DOWNLOAD_IDLE_SECONDS', [15, 1, 3600], 'How long a download may stand still.'),
}

export type DownloadsConfig = ReturnType<typeof readDownloads>

export const readDownloads = (read: Reader) => readAll(read, DOWNLOADS)
