import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { BASE_CSS } from '@satchel/page/base-css'

/** Loaded only by pages with files in frames. */
export const FRAME_SCRIPT = 'frames/serve-frame.js'
/** Loaded only by pages with fields that guard against secrets. */
export const GUARD_SCRIPTS = ['fields/secret-kind.js', 'fields/guard-fields.js'] as const

/** Files that the service uses, too: where they are. */
const OF_PACKAGES: Readonly<Record<string, string>> = {
  'numbers/read-typed-number.js': '@satchel/money/read-typed-number',
  'numbers/write-money.js': '@satchel/money/write-money',
  'translate.js': '@satchel/page/translate',
  'isolated.js': '@satchel/page/isolated',
  'fields/secret-kind.js': '@satchel/page/secret-kind',
}

const FILES = [
  { name: 'page.css', type: 'text/css; charset=utf-8' },
  // Runs before the page opens its forms.
  { name: GUARD_SCRIPTS[1], type: 'text/javascript; charset=utf-8' },
  { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  { name: 'live-invoice.js', type: 'text/javascript; charset=utf-8' },
  { name: 'send-form.js', type: 'text/javascript; charset=utf-8' },
  { name: 'fields/filled-fields.js', type: 'text/javascript; charset=utf-8' },
  { name: 'fields/field-problem.js', type: 'text/javascript; charset=utf-8' },
  { name: 'numbers/typed-numbers.js', type: 'text/javascript; charset=utf-8' },
  { name: 'numbers/number-problem.js', type: 'text/javascript; charset=utf-8' },
  ...Object.keys(OF_PACKAGES).map((name) => ({ name, type: 'text/javascript; charset=utf-8' }) as const),
  { name: FRAME_SCRIPT, type: 'text/javascript; charset=utf-8' },
  { name: 'follow-channel.js', type: 'text/javascript; charset=utf-8' },
] as const

export interface PageFile {
  /** Changes whenever one of the files does: browsers may cache them permanently. */
  readonly path: string
  readonly type: string
  readonly text: string
  /** Compressed when it is first asked for. */
  readonly gzip: () => Buffer
}

/** Files that pages load. */
export const PAGE_FILES: readonly PageFile[] = readFiles()

function readFiles(): PageFile[] {
  const files = FILES.map((file) => ({ ...file, text: readText(file.name) }))
  // One digest for all files, because the scripts import each other by name.
  const digest = createHash('sha256')
  for (const { text } of files) digest.update(text)
  const version = digest.digest('hex').slice(0, 12)
  return files.map(({ name, type, text }) => {
    let compressed: Buffer | undefined
    return { path: `/static/${version}/${name}`, type, text, gzip: () => (compressed ??= gzipSync(text)) }
  })
}

function readText(name: string): string {
  const shared = OF_PACKAGES[name]
  const place = shared === undefined ? name : import.meta.resolve(shared)
  const text = readFileSync(new URL(place, import.meta.url), 'utf8')
  return name.endsWith('.css') ? BASE_CSS + text : text
}

/** The library that the web app scans with, too. */
const WASM = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
const LIBRARY = new URL('../iife/reader/index.js', WASM)
const WORKER = new URL('read-codes.js', import.meta.url)

export interface CodeReaderFile {
  /** Changes whenever one of the files does: browsers may cache them permanently. */
  readonly path: string
  readonly type: string
  /** Read and compressed when a page first asks for it. */
  readonly bodies: () => Promise<{ readonly plain: Buffer; readonly gzip: Buffer }>
}

const SCRIPT = 'text/javascript; charset=utf-8'

const READER_FILES = [
  { name: 'read-codes.js', type: SCRIPT, url: WORKER },
  { name: 'zxing.js', type: SCRIPT, url: LIBRARY },
  { name: 'zxing.wasm', type: 'application/wasm', url: WASM },
] as const

// The WebAssembly module changes with its library.
const READER_VERSION = createHash('sha256')
  .update(readFileSync(WORKER))
  .update(readFileSync(LIBRARY))
  .digest('hex')
  .slice(0, 12)

/** Files of the QR reader, for browsers without a built-in one. */
export const CODE_READER_FILES: readonly CodeReaderFile[] = READER_FILES.map(({ name, type, url }) => ({
  path: `/static/${READER_VERSION}/${name}`,
  type,
  bodies: once(() => readBodies(url)),
}))

/** The worker that `pages` with `readsCodes` start. */
export const CODE_READER_PATH = `/static/${READER_VERSION}/${READER_FILES[0].name}`

async function readBodies(url: URL): Promise<{ plain: Buffer; gzip: Buffer }> {
  const plain = await readFile(url)
  return { plain, gzip: await promisify(gzip)(plain) }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
