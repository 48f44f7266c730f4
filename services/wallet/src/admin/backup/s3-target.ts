import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Place } from '../../config/backups.ts'
import { backupTimeOf } from './backup-name.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import { type AskS3, createS3Requests } from './s3-requests.ts'

export interface S3Options {
  readonly dataFolder: string
  /** Size of one part of an upload, above S3's minimum of 5 MiB. Larger if an archive would have too many parts. */
  readonly partBytes?: number
  readonly firstRestMs?: number
}

const PART_BYTES = 16 * 2 ** 20
const MAX_PARTS = 10_000
const GOODBYE_MS = 5000

/** A bucket. An object appears when its upload has been completed, never in part. */
export function openS3Target(place: S3Place, { dataFolder, partBytes = PART_BYTES, firstRestMs }: S3Options) {
  const ask = createS3Requests(place, firstRestMs)
  const { prefix } = place
  const stagingFolder = join(dataFolder, 'backup-outgoing')
  const target: BackupTarget = {
    stagingFolder,
    async store(file, name, signal) {
      const handle = await open(file)
      try {
        const { size } = await handle.stat()
        const part = Math.max(partBytes, Math.ceil(size / MAX_PARTS))
        const upload = { ask, handle, size, key: prefix + name, partBytes: part, signal }
        await (size <= part ? putWhole(upload) : putParts(upload))
        await requireSize(upload)
      } finally {
        await handle.close()
      }
      const path = join(stagingFolder, name)
      await rename(file, path)
      return path
    },
    release: (path) => rm(path, { force: true }),
    list: (signal) => listObjects(ask, prefix, signal),
    async read(name, file) {
      const { body } = await ask({ method: 'GET', key: prefix + name })
      if (body === null) throw new Error(`S3 has no content for ${name}`)
      await pipeline(Readable.fromWeb(body), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
    },
    async remove(name, signal) {
      await ask({ method: 'DELETE', key: prefix + name, signal })
    },
    async removePartial(signal) {
      await rm(stagingFolder, { recursive: true, force: true })
      await mkdir(stagingFolder, { recursive: true })
      await abortUploads(ask, prefix, signal)
    },
  }
  return target
}

interface Upload {
  readonly ask: AskS3
  readonly handle: FileHandle
  readonly size: number
  readonly key: string
  readonly partBytes: number
  readonly signal: AbortSignal
}

async function putWhole({ ask, handle, size, key, signal }: Upload): Promise<void> {
  await ask({ method: 'PUT', key, body: await readPart(handle, 0, size), signal })
}

async function putParts(upload: Upload): Promise<void> {
  const { ask, handle, size, key, partBytes, signal } = upload
  const begun = await (await ask({ method: 'POST', key, query: { uploads: '' }, signal })).text()
  const uploadId = field(begun, 'UploadId')
  if (uploadId === undefined) throw new Error('S3 has not begun the upload')
  try {
    const etags: string[] = []
    for (let at = 0; at < size; at += partBytes) {
      const body = await readPart(handle, at, Math.min(partBytes, size - at))
      const query = { partNumber: String(etags.length + 1), uploadId }
      const answer = await ask({ method: 'PUT', key, query, body, signal })
      await answer.body?.cancel()
      etags.push(answer.headers.get('etag') ?? '')
    }
    const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escape(etag)}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const answer = await (await ask({ method: 'POST', key, query: { uploadId }, body, signal })).text()
    // The status is sent before the parts are joined, so the body may be an error.
    if (answer.includes('<Error>'))
      throw new Error(`S3 has not completed the upload: ${field(answer, 'Message') ?? ''}`)
  } catch (error) {
    // Not with `signal`: also while the service stops, which does not wait long; the next run removes leftovers.
    const query = { uploadId }
    await ask({ method: 'DELETE', key, query, signal: AbortSignal.timeout(GOODBYE_MS) }).catch(() => undefined)
    throw error
  }
}

/** Checks that the stored object has the size that was sent. */
async function requireSize({ ask, key, size, signal }: Upload): Promise<void> {
  const { headers } = await ask({ method: 'HEAD', key, signal })
  const stored = Number(headers.get('content-length'))
  if (stored !== size) throw new Error(`S3 has ${stored} bytes of ${key} instead of ${size}`)
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(part, filled, length - filled, at + filled)
    if (bytesRead === 0) throw new Error('the archive became shorter while it was uploaded')
    filled += bytesRead
  }
  return part
}

async function listObjects(ask: AskS3, prefix: string, signal?: AbortSignal): Promise<readonly StoredBackup[]> {
  const found: StoredBackup[] = []
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
    const page = await (await ask({ method: 'GET', query, signal })).text()
    for (const object of elements(page, 'Contents')) {
      const name = field(object, 'Key')?.slice(prefix.length) ?? ''
      found.push({ name, bytes: Number(field(object, 'Size')) })
    }
    token = field(page, 'IsTruncated') === 'true' ? field(page, 'NextContinuationToken') : undefined
    if (token === undefined) return found
  }
}

/** Uploads of ours that were never completed: their parts cost money, and no list of objects shows them. */
async function abortUploads(ask: AskS3, prefix: string, signal: AbortSignal): Promise<void> {
  const page = await (await ask({ method: 'GET', query: { uploads: '', prefix }, signal })).text()
  for (const upload of elements(page, 'Upload')) {
    const [key, uploadId] = [field(upload, 'Key'), field(upload, 'UploadId')]
    if (key === undefined || uploadId === undefined || backupTimeOf(key.slice(prefix.length)) === undefined) continue
    await ask({ method: 'DELETE', key, query: { uploadId }, signal })
  }
}

const elements = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content)

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const field = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, named: string) =>
      code === undefined ? (ENTITIES[named] ?? whole) : String.fromCodePoint(Number(code)),
    )

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
