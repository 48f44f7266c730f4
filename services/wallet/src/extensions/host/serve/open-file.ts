import type { Readable } from 'node:stream'
import type { AnyExtension, RemoteFile } from '@satchel/extension-sdk/extension'
import type { ExtensionDeps } from '../extension-deps.ts'
import { requireHost } from '../run/open-run.ts'

/** A file of another host that has begun to arrive. */
export interface OpenFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  /** How long its reader may stall. */
  readonly idleMs: number
}

type OpenFileDeps = Pick<ExtensionDeps, 'db' | 'outbound' | 'log' | 'downloads'>

const MAX_BYTES = 512 * 1024 * 1024
const BEGINS_WITHIN_MS = 15_000
const PASSED_ON = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/**
 * Undefined: the file is unavailable now. Throws when no slot is free. Redirects are not followed, so that the
 * request's headers reach only the named host.
 */
export async function openFile(
  deps: OpenFileDeps,
  extension: AnyExtension,
  { file, address }: { readonly file: RemoteFile; readonly address: string },
): Promise<OpenFile | undefined> {
  requireHost(extension, file.url)
  const place = deps.downloads.take({ address, account: await accountOf(deps, extension, file) })
  const opened = await fetchFile(deps, extension, file).catch((error: unknown) => {
    place.leave()
    throw error
  })
  if (opened !== undefined) return { ...opened, body: place.watch(opened.body), idleMs: deps.downloads.idleMs }
  place.leave()
  return undefined
}

/** The item's account; files without an item count for the extension. */
async function accountOf({ db }: OpenFileDeps, { manifest }: AnyExtension, { itemId }: RemoteFile): Promise<string> {
  if (itemId === undefined) return manifest.id
  const sql = `SELECT user_id FROM extension_rows WHERE ext_id = $1 AND kind = 'items' AND id = $2`
  return (await db.first(sql, [manifest.id, itemId], (row: { user_id: string }) => row.user_id)) ?? manifest.id
}

async function fetchFile(
  deps: OpenFileDeps,
  extension: AnyExtension,
  { url, headers, range, requirePartial = false, filename = 'download' }: RemoteFile,
): Promise<Omit<OpenFile, 'idleMs'> | undefined> {
  const answer = await deps.outbound.open({
    method: 'GET',
    url,
    headers: { ...headers, ...(range !== undefined && { range }) },
    timeoutMs: BEGINS_WITHIN_MS,
    maxBytes: MAX_BYTES,
  })
  if (answer.kind !== 'opened') {
    deps.log.warn({ extension: extension.manifest.id, why: answer.message }, 'a file could not be fetched')
    return undefined
  }
  const { status } = answer
  if (status !== 206 && (status !== 200 || requirePartial)) {
    answer.body.destroy()
    deps.log.warn({ extension: extension.manifest.id, status }, 'a file could not be fetched')
    return undefined
  }
  const passed = PASSED_ON.flatMap((name) => (answer.headers[name] === undefined ? [] : [[name, answer.headers[name]]]))
  return { status, headers: { ...Object.fromEntries(passed), ...asDownload(filename) }, body: answer.body }
}

/** Headers that make the file a download: it is served from our origin and must not run there. */
const asDownload = (filename: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${percentEncoded(filename)}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
})

/** Encodes for a header (RFC 8187), in which an apostrophe would end the charset. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
