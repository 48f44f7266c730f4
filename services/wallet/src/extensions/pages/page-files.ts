import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { BASE_CSS } from '@satchel/page/base-css'

const FILES = [
  { name: 'page.css', type: 'text/css; charset=utf-8' },
  { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  { name: 'live-invoice.js', type: 'text/javascript; charset=utf-8' },
  { name: 'send-form.js', type: 'text/javascript; charset=utf-8' },
  { name: 'follow-channel.js', type: 'text/javascript; charset=utf-8' },
] as const

export interface PageFile {
  /** Changes whenever one of the files does: browsers may cache them permanently. */
  readonly path: string
  readonly type: string
  readonly text: string
  readonly gzip: Buffer
}

/** What every page loads. */
export const PAGE_FILES: readonly PageFile[] = readFiles()

function readFiles(): PageFile[] {
  const files = FILES.map((file) => ({ ...file, text: readText(file.name) }))
  // One for all: the scripts import each other by name.
  const digest = createHash('sha256')
  for (const { text } of files) digest.update(text)
  const version = digest.digest('hex').slice(0, 12)
  return files.map(({ name, type, text }) => ({ path: `/static/${version}/${name}`, type, text, gzip: gzipSync(text) }))
}

function readText(name: string): string {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return name.endsWith('.css') ? BASE_CSS + text : text
}
