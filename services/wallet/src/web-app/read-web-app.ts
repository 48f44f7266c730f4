import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface AppFile {
  readonly type: string
  /** Its name is a hash of its content: browsers may cache it for ever. */
  readonly immutable: boolean
  /** The file of a worker that reads codes in WebAssembly. */
  readonly isScanner: boolean
  /** For one encoding: other bytes, another tag. */
  readonly etag: (encoding: Encoding) => string
  /** Compressed when it is first asked for, and once. */
  readonly body: (encoding: Encoding) => Promise<Buffer>
  readonly compressible: boolean
}

/** The built app: path below `/app/` → file. */
export type WebApp = ReadonlyMap<string, AppFile>

/** Reads a build into memory; undefined: there is none. */
export function readWebApp(folder: string): WebApp | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'stamp')
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((path) => [relative(folder, path).replaceAll('\\', '/'), readAppFile(path)]))
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
}

const HASHED = /\/assets\/[\w.-]+-[\w-]{8}\.\w+$/

function readAppFile(path: string): AppFile {
  const bytes = readFileSync(path)
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const bodies = new Map<Encoding, Promise<Buffer>>()
  let digest: string | undefined
  return {
    type: TYPES[ending] ?? 'application/octet-stream',
    immutable: HASHED.test(path),
    isScanner: /\/assets\/scan-worker-[\w-]+\.js$/.test(path),
    etag(encoding) {
      digest ??= hash('sha256', bytes, 'base64url').slice(0, 22)
      return `"${digest}${encoding === 'identity' ? '' : `-${encoding}`}"`
    },
    compressible: ending !== 'png',
    body(encoding) {
      const body = bodies.get(encoding) ?? compress(bytes, encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}

/** Behind a proxy below a path: the app is built for `/app/`, and its cookie for the whole host. */
export const hasPath = (publicUrl: string): boolean => new URL(publicUrl).pathname !== '/'

/** The best brotli takes a second for a megabyte. */
const LARGE_BYTES = 256 * 1024

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 })
  const quality = bytes.length > LARGE_BYTES ? 6 : 11
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}
