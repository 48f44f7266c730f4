import { pipeline, type Readable, Transform } from 'node:stream'
import { ServiceError } from '@satchel/http/service-error'
import type { DownloadsConfig } from '../../config/downloads.ts'

export interface Downloader {
  /** The visitor's address, as rate limits count it. */
  readonly address: string
  /** The account that owns the file. */
  readonly account: string
}

/** The slots for forwarding files. */
export interface Downloads {
  readonly idleMs: number
  /** Takes a slot, or throws: 429 when the address has used its share, 503 when the account or the service has. */
  take(downloader: Downloader): DownloadPlace
  /** For metrics, like a lane of background work. */
  readonly name: string
  running(): number
  /** How often a download was rejected because its share was used up. */
  passedOver(): number
}

export interface DownloadPlace {
  /** Passes the bytes on. Frees the slot when the stream ends in any way; aborts one that is too slow. */
  watch(body: Readable): Readable
  leave(): void
}

/** Below this rate a client counts as occupying a download slot on purpose, not as being on a slow network. */
const MIN_BYTES_A_MINUTE = 64 * 1024
/** The rate is averaged over this many idle times: on a slow line a reader takes some seconds per chunk. */
const IDLE_TIMES_JUDGED = 4

export function createDownloads({ overall, perAccount, perAddress, idleSeconds }: DownloadsConfig): Downloads {
  const held = new Map<string, number>()
  const idleMs = idleSeconds * 1000
  let running = 0
  let refused = 0
  const hold = (name: string, change: 1 | -1): void => {
    const now = (held.get(name) ?? 0) + change
    if (now === 0) held.delete(name)
    else held.set(name, now)
  }
  const require = (isFree: boolean, error: () => ServiceError): void => {
    if (isFree) return
    refused += 1
    throw error()
  }
  return {
    idleMs,
    take({ address, account }) {
      const names = [`address ${address}`, `account ${account}`] as const
      const has = (name: string, max: number): boolean => (held.get(name) ?? 0) < max
      require(has(names[0], perAddress), () => tooMany(429, 'Too many downloads at once; retry when one has ended.'))
      require(has(names[1], perAccount) && running < overall, () =>
        tooMany(503, 'Too many downloads are running; retry later.'))
      for (const name of names) hold(name, 1)
      running += 1
      let isHeld = true
      const leave = (): void => {
        if (!isHeld) return
        isHeld = false
        running -= 1
        for (const name of names) hold(name, -1)
      }
      return { leave, watch: (body) => paced(body, { windowMs: idleMs * IDLE_TIMES_JUDGED, leave }) }
    },
    name: 'downloads',
    running: () => running,
    passedOver: () => refused,
  }
}

const tooMany = (status: 429 | 503, detail: string): ServiceError =>
  new ServiceError({ status, detail, headers: { 'Retry-After': '15' } })

/** Aborts below the minimum rate, so that neither end can keep a slot by sending single bytes. */
function paced(
  body: Readable,
  { windowMs, leave }: { readonly windowMs: number; readonly leave: () => void },
): Readable {
  const minBytes = (MIN_BYTES_A_MINUTE * windowMs) / 60_000
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const timer = setInterval(() => {
    if (bytes < minBytes) through.destroy(new Error('the download is too slow'))
    bytes = 0
  }, windowMs).unref()
  pipeline(body, through, () => undefined)
  return through.once('close', () => {
    clearInterval(timer)
    leave()
  })
}
