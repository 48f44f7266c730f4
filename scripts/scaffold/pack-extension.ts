import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { FRAME_FOLDER, requireFrameFile } from '@satchel/extension-sdk/package/frame-files'
import { ZipFile } from 'yazl'
import { releaseText } from '../../services/wallet/src/extensions/system/packages/publisher-signature.ts'
import { CODE_FILE, findEntry, packCode } from './pack-code.ts'

export interface PackedExtension {
  readonly file: string
  /** What a catalogue says of it. */
  readonly entry: Manifest & Signature & { readonly archive: string; readonly hash: string }
}

interface Signature {
  readonly publisher?: string
  readonly signature?: string
}

/** The same folder is always the same archive: nothing in it depends on when it was packed. */
const EPOCH = new Date(Date.UTC(2020, 0, 1))

export interface PackOptions {
  /** A file with the publisher's ed25519 key (PEM). */
  readonly key?: string | undefined
  /** Where the archive is written; default beside the folder. */
  readonly into?: string | undefined
  /** Added to the version of an extension with code: `-dev.7`. */
  readonly versionSuffix?: string | undefined
}

/**
 * Writes `FOLDER-VERSION.zip`. A folder with code (`extension.ts`, or named like the folder) is bundled; any other has to
 * have a manifest.
 */
export async function packExtension(path: string, options: PackOptions = {}): Promise<PackedExtension> {
  // Absolute: the bundler does not import a relative path, and `.` is no name.
  const folder = resolve(path)
  const { key, into = dirname(folder), versionSuffix = '' } = options
  const entry = findEntry(folder)
  const { manifest, files } =
    entry === undefined ? packDeclared(folder) : await packWithCode(folder, entry, versionSuffix)
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(content, name, { mode: 0o100644, mtime: EPOCH })
  zip.end()
  const content = await buffer(zip.outputStream)
  const file = join(into, `${basename(folder)}-${manifest.version}.zip`)
  writeFileSync(file, content)
  const { id, name, version, short_description } = manifest
  const hash = createHash('sha256').update(content).digest('hex')
  const signed = key === undefined ? {} : signWith(key, releaseText({ id, version, hash }))
  const archive = `https://…/${basename(file)}`
  return { file, entry: { id, name, version, short_description, archive, hash, ...signed } }
}

/** With a `.json` beside the archive, which `npm run catalogue` reads. Returns what its author reads of both. */
export async function packForCatalogue(folder: string, options: PackOptions = {}): Promise<string> {
  const { file, entry } = await packExtension(folder, options)
  const text = JSON.stringify(entry, null, 2)
  writeFileSync(file.replace(/\.zip$/, '.json'), `${text}\n`)
  return `${file}\n\nFor a catalogue, with the address you publish it at:\n${text}\n`
}

interface Packed {
  readonly manifest: Manifest
  readonly files: readonly (readonly [name: string, content: Buffer])[]
}

/** Everything in the folder, as it is. */
const packDeclared = (folder: string): Packed => ({
  manifest: readManifest(folder),
  files: listFiles(folder).map((file) => [toPosix(relative(folder, file)), readFileSync(file)]),
})

const toPosix = (path: string): string => path.replaceAll('\\', '/')

/** Texts for people; all other files are in the bundle already. */
const TEXTS = /^(?:README|LICENSE|CHANGELOG)(?:\.\w+)?$/i

async function packWithCode(folder: string, entry: string, versionSuffix: string): Promise<Packed> {
  const path = join(folder, 'manifest.json')
  const more = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {}
  const frames = listFrames(join(folder, FRAME_FOLDER))
  const { manifest: own, source } = await packCode(entry, more, [...frames.keys()])
  const manifest = { ...own, version: `${own.version}${versionSuffix}` }
  const texts = readdirSync(folder).filter((name) => TEXTS.test(name))
  return {
    manifest,
    files: [
      ['manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
      [CODE_FILE, Buffer.from(source)],
      ...[...frames].map(([name, content]) => [`${FRAME_FOLDER}/${name}`, content] as const),
      ...texts.map((name) => [name, readFileSync(join(folder, name))] as const),
    ],
  }
}

/** Name → content. Hidden files, which desktops leave in folders, are not packed. */
function listFrames(folder: string): ReadonlyMap<string, Buffer> {
  const files = existsSync(folder) ? listFiles(folder).filter((file) => !basename(file).startsWith('.')) : []
  const frames = files.map((file) => [toPosix(relative(folder, file)), readFileSync(file)] as const)
  for (const [name, content] of frames) requireFrameFile(name, content.length)
  return new Map(frames)
}

function signWith(file: string, text: string): Signature {
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} holds no ed25519 key`)
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    publisher: Buffer.from(x, 'base64url').toString('hex'),
    signature: sign(null, Buffer.from(text), key).toString('hex'),
  }
}

interface Manifest {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly short_description: string
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest>
    const { id, name, version, short_description } = manifest
    if (id === undefined || name === undefined || version === undefined || short_description === undefined) {
      throw new Error('it needs id, name, version and short_description')
    }
    return { id, name, version, short_description }
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`, { cause: error })
  }
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .sort()
