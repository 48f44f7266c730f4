import {
  chmodSync,
  closeSync,
  cpSync,
  createReadStream,
  type Dirent,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createByteReader } from './byte-reader.ts'
import { readTarHeader, TAR_BLOCK, writeTarHeader } from './tar-header.ts'

/** `<id>/<sha256>`: the name of an installed package in the folder of the extensions. */
const PACKAGE = /^[a-z][a-z0-9_]{1,31}\/[0-9a-f]{64}$/
/** Kept archives of the operator, and the last good copies of catalogues. */
const SINGLE = /^(?:[\w-][\w.-]{0,199}\.zip|\.catalogues\/[0-9a-f]{32}\.json)$/
const MAX_NAME = 2000

/** The files of an extensions folder that belong into a backup. */
function listMembers(path: string): string[] {
  const inside = (folder: string): Dirent[] => {
    const there = existsSync(join(path, folder)) ? readdirSync(join(path, folder), { withFileTypes: true }) : []
    return there.filter((entry) => entry.isFile() || entry.isDirectory())
  }
  const names = inside('').flatMap((entry) => [
    entry.name,
    ...(entry.isDirectory() ? inside(entry.name).map(({ name }) => `${entry.name}/${name}`) : []),
  ])
  return names.filter((name) => PACKAGE.test(name) || SINGLE.test(name))
}

/** Copies missing packages. Leaves out a package that is removed meanwhile. */
export function copyExtensions(from: string, to: string): void {
  for (const member of listMembers(from)) {
    const target = join(to, member)
    if (existsSync(target)) continue
    try {
      cpSync(join(from, member), target, { recursive: true })
    } catch (error) {
      rmSync(target, { recursive: true, force: true })
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** Packs the folder as a tar archive; undefined = nothing to pack. */
export function packExtensions(folder: string, file: string, now: Date): string | undefined {
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
  if (names.length === 0) return undefined
  const at = Math.floor(now.getTime() / 1000)
  const out = openSync(file, 'wx', 0o600)
  try {
    for (const name of names)
      for (const part of entryOf(name, readFileSync(join(folder, name)), at)) writeSync(out, part)
    writeSync(out, Buffer.alloc(2 * TAR_BLOCK))
  } finally {
    closeSync(out)
  }
  return file
}

/** A name of more than 100 characters is written in a pax header before the file (POSIX). */
function entryOf(name: string, content: Buffer, at: number): Buffer[] {
  const long = paxOf(name)
  return [
    ...(name.length > 100 ? [writeTarHeader({ name: 'name', size: long.length, type: 'x' }, at), filled(long)] : []),
    writeTarHeader({ name: name.slice(-100), size: content.length }, at),
    filled(content),
  ]
}

const filled = (content: Buffer): Buffer =>
  Buffer.concat([content, Buffer.alloc((TAR_BLOCK - (content.length % TAR_BLOCK)) % TAR_BLOCK)])

/** `LENGTH path=NAME`, where the length counts itself. */
function paxOf(name: string): Buffer {
  const record = ` path=${name}\n`
  let length = Buffer.byteLength(record)
  while (String(length).length + Buffer.byteLength(record) !== length) {
    length = String(length).length + Buffer.byteLength(record)
  }
  return Buffer.from(`${length}${record}`)
}

/**
 * Unpacks missing packages into the extensions folder, each completely or not at all, and read-only, as when installed.
 * Throws for names that do not belong there.
 */
export async function placeExtensions(file: string, path: string): Promise<void> {
  mkdirSync(path, { recursive: true })
  const incoming = mkdtempSync(join(path, '.incoming-'))
  try {
    await unpackInto(file, incoming)
    for (const member of listMembers(incoming)) {
      const target = join(path, member)
      if (existsSync(target)) continue
      mkdirSync(dirname(target), { recursive: true })
      renameSync(join(incoming, member), target)
    }
  } finally {
    rmSync(incoming, { recursive: true, force: true })
  }
}

async function unpackInto(file: string, folder: string): Promise<void> {
  const source = createReadStream(file)
  const bytes = createByteReader(source)
  let long: string | undefined
  try {
    for (;;) {
      const header = readTarHeader(await bytes.exactly(TAR_BLOCK), '0x')
      if (header === undefined) return
      const content = await bytes.exactly(header.size)
      await bytes.exactly((TAR_BLOCK - (header.size % TAR_BLOCK)) % TAR_BLOCK)
      if (header.type === 'x') {
        long = /^\d+ path=([^\n]*)\n$/.exec(content.toString())?.[1]
        continue
      }
      place(folder, long ?? header.name, content)
      long = undefined
    }
  } finally {
    source.destroy()
  }
}

function place(folder: string, name: string, content: Buffer): void {
  const segments = name.split('/')
  const isPlain = segments.every(
    (segment) => segment !== '' && segment !== '.' && segment !== '..' && !/[\\\0]/.test(segment),
  )
  const isKnown = SINGLE.test(name) || PACKAGE.test(segments.slice(0, 2).join('/'))
  if (!isPlain || !isKnown || name.length > MAX_NAME) throw new Error('the extensions of the backup have odd names')
  const target = join(folder, name)
  mkdirSync(dirname(target), { recursive: true })
  const out = openSync(target, 'wx', 0o600)
  try {
    writeFileSync(out, content)
    fsyncSync(out)
  } finally {
    closeSync(out)
  }
  if (!SINGLE.test(name)) chmodSync(target, 0o444)
}
