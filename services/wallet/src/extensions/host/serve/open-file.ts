import type { AnyExtension, RemoteFile } from '@satchel/extension-sdk/extension'
import type { Readable } from 'node:stream'
import type { ExtensionDeps } from '../extension-deps.ts'
import { requireHost } from '../run/open-run.ts'

/** A file of another host that has begun to arrive. */
export interface OpenFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  /** How long its reader may stand still. */
  readonly idleMs: number
}

type OpenFileDeps = Pick<ExtensionDeps, 'db' | 'outbound' | 'log' | 'downloads'>

const MAX_BYTES = 512 * 1024 * 1024
const BEGINS_WITHIN_MS = 15_000
const PASSED_ON = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/**
 * Undefined: it cannot be had now; throws when it finds no place. Redirects are not followed, so what goes along reaches
 * the named host alone.
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

/** That of the item; files of no item share the extension's. */
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

/** It comes from our own address, and must be able to do nothing there. */
const asDownload = (filename: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${percentEncoded(filename)}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
})

/** As a header wants it (RFC 8187): an apostrophe would end the charset. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
