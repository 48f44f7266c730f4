import { expect, test } from 'vitest'
import {
  buildArchive,
  buildPackage,
  packageManifest,
  renamed,
  sha256,
} from '../../../../test/world/extensions/build-archive.ts'
import { type OddPart, oddArchive, unicodePath } from '../../../../test/world/extensions/odd-archive.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'
import type { Publisher } from '../../../../test/world/extensions/open-publisher.ts'
import { readStoredRows } from '../../../../test/world/stored-rows.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'

const ID = 'evil'
const manifest = packageManifest(ID, '1.0.0')
const withFile = (name: string, content: string | Buffer = 'x', more: object = {}) =>
  buildPackage(manifest, [{ name, content, ...more }])

/** A file that no tool would put there, by its name. */
const disguised = async (name: string) =>
  renamed(await withFile('x'.repeat(name.length)), 'x'.repeat(name.length), name)

const flipped = async (): Promise<Buffer> => {
  const archive = await withFile('data.txt', 'the quick brown fox', { compress: false })
  return Buffer.from(archive.toString('latin1').replace('quick', 'slick'), 'latin1')
}

const manyFiles = () =>
  buildPackage(
    manifest,
    Array.from({ length: 500 }, (_, index) => ({ name: `f${index}`, content: 'x' })),
  )

/** Packs to half its size. */
const noise = (length: number): string => {
  const parts = Array.from({ length: length / 64 }, (_, index) => sha256(Buffer.from(String(index))))
  return parts.join('')
}

const AMBIGUOUS = 'not one unambiguous archive'
const PLAIN: readonly OddPart[] = [{ name: 'manifest.json', content: JSON.stringify(manifest) }]
const OTHER: OddPart = { name: 'aa.txt', content: 'other' }
const LAST: OddPart = { name: 'z.txt', content: 'last' }
const SECOND_NAME: OddPart = { ...OTHER, extra: unicodePath('aa.txt', 'cc.txt') }

const withSecondEnd = (archive: Buffer): Buffer => Buffer.concat([archive, archive.subarray(-22)])

/** The size after the packed content differs from that in the directory. */
function otherSize(archive: Buffer): Buffer {
  const copy = Buffer.from(archive)
  const descriptor = copy.indexOf(Buffer.from('504b0708', 'hex'))
  copy.writeUInt32LE(copy.readUInt32LE(descriptor + 12) + 1, descriptor + 12)
  return copy
}

/** Each is published with matching data: only the archive is wrong. */
const ARCHIVES: readonly (readonly [what: string, why: string, archive: () => Promise<Buffer>])[] = [
  ['a name that leads out of its folder', 'relative path', () => disguised('../escape.txt')],
  ['a name that leads out of its folder, further in', 'relative path', () => disguised('a/../../escape.txt')],
  ['an absolute name', 'absolute', () => disguised('/tmp/escape.txt')],
  ['a drive', 'absolute', () => disguised('C:/escape.txt')],
  ['a backslash', 'invalid characters', () => disguised('a\\b')],
  ['a NUL', 'plain characters', () => disguised('a\0b.txt')],
  ['an empty part', 'plain characters', () => disguised('a//b')],
  ['a single dot', 'plain characters', () => disguised('./b')],
  ['letters that look like others', 'plain characters', () => withFile('mаnifest.json')],
  ['a name that begins with a dot', 'plain characters', () => withFile('.npmrc')],
  ['a link', 'is a link', () => withFile('link', '/etc/passwd', { mode: 0o120777 })],
  ['a device', 'no plain file', () => withFile('device', '', { mode: 0o020666 })],
  ['a pipe', 'no plain file', () => withFile('pipe', '', { mode: 0o010666 })],
  [
    'the same name twice',
    'there twice',
    async () => renamed(await withFile('manifest.jsom'), 'manifest.jsom', 'manifest.json'),
  ],
  ['the same name in other letters', 'there twice', () => withFile('MANIFEST.json')],
  ['a file that is a folder, too', 'there twice', () => withFile('manifest.json/x')],
  ['too many folders', 'folders deep', () => withFile('a/b/c/d/e/f/g/h/i')],
  ['too many files', '500 files', manyFiles],
  ['a bomb', 'suspiciously tight', () => withFile('bomb', Buffer.alloc(4 * 1024 * 1024))],
  [
    'more than 5 MB unpacked',
    'too large',
    () =>
      buildPackage(
        manifest,
        ['a', 'b'].map((name) => ({ name, content: noise(3_000_000) })),
      ),
  ],
  ['an archive in the archive', 'an archive itself', async () => withFile('more.zip', await withFile('x'))],
  [
    'an archive in the archive, under another name',
    'an archive itself',
    async () => withFile('more.txt', await withFile('x')),
  ],
  ['damage', 'damaged', flipped],
  ['no manifest', 'no manifest.json', () => buildArchive([{ name: 'readme.md', content: 'x' }])],
  ['a manifest that is no JSON', 'not JSON', () => buildArchive([{ name: 'manifest.json', content: '{' }])],
  ['no zip file', 'not a valid zip', async () => Buffer.from('PK, not really')],
  ['half a zip file', 'not a valid zip', async () => (await withFile('x')).subarray(0, 100)],
  ['nothing', 'not a valid zip', async () => Buffer.alloc(0)],
  [
    'two archives one behind the other',
    AMBIGUOUS,
    async () => oddArchive([...PLAIN, OTHER], { before: oddArchive(PLAIN) }),
  ],
  [
    'two archives, declared as one',
    'not a valid zip',
    async () => Buffer.concat([await withFile('a'), await withFile('b')]),
  ],
  ['something before the archive', AMBIGUOUS, async () => oddArchive(PLAIN, { before: Buffer.from('#!/bin/sh\n') })],
  [
    'something behind the archive',
    'not a valid zip',
    async () => Buffer.concat([await withFile('a'), Buffer.from('more')]),
  ],
  ['a second end record', AMBIGUOUS, async () => withSecondEnd(await withFile('a'))],
  [
    'an archive in its comment',
    'not a valid zip',
    async () => oddArchive(PLAIN, { comment: oddArchive([...PLAIN, OTHER]) }),
  ],
  [
    'an end record in its comment',
    AMBIGUOUS,
    async () => oddArchive(PLAIN, { comment: oddArchive(PLAIN).subarray(-22) }),
  ],
  ['a file with two names', AMBIGUOUS, async () => oddArchive([...PLAIN, { ...OTHER, localName: 'bb.txt' }])],
  ['a file with a second name for some readers', AMBIGUOUS, async () => oddArchive([...PLAIN, SECOND_NAME])],
  [
    'a file that only some readers see',
    AMBIGUOUS,
    async () => oddArchive([...PLAIN, { ...OTHER, hidden: true }, LAST]),
  ],
  ['a last file that only some readers see', AMBIGUOUS, async () => oddArchive([...PLAIN, { ...OTHER, hidden: true }])],
  [
    'bytes behind what is packed',
    'behind its packed content',
    async () => oddArchive([...PLAIN, { ...OTHER, packedThen: 'PK' }]),
  ],
  [
    'sizes that differ',
    AMBIGUOUS,
    async () => otherSize(oddArchive([...PLAIN, { ...OTHER, sizesFollow: true }, LAST])),
  ],
  ['another id inside', 'inside it is other', () => buildPackage(packageManifest('other', '1.0.0'))],
  ['a reserved id inside', 'reserved', () => buildPackage(packageManifest('admin', '1.0.0'))],
  ['another version inside', '1.0.1', () => buildPackage(packageManifest(ID, '1.0.1'))],
  [
    'bounds inside that shut this service out',
    'another version of this service',
    () => buildPackage(packageManifest(ID, '1.0.0', { min_service_version: '99.0.0' })),
  ],
  [
    'unreadable bounds inside',
    'max_service_version is not a version',
    () => buildPackage(packageManifest(ID, '1.0.0', { max_service_version: 'soon' })),
  ],
  [
    'an unknown permission',
    'permission "root"',
    () => buildPackage(packageManifest(ID, '1.0.0', { permissions: [{ id: 'root', reason: 'x' }] })),
  ],
  [
    'a claim, which is for built-ins',
    'permission "claim"',
    () =>
      buildPackage(
        packageManifest(ID, '1.0.0', { permissions: [{ id: 'claim', reason: 'x', path: '/.well-known/x' }] }),
      ),
  ],
  [
    'another runtime',
    'runtime.kind',
    () => buildPackage(packageManifest(ID, '1.0.0', { runtime: { kind: 'native' } })),
  ],
  ['an api of the future', 'api_version', () => buildPackage(packageManifest(ID, '1.0.0', { api_version: 2 }))],
  [
    'code without its file',
    'runtime.entry',
    () => buildPackage(packageManifest(ID, '1.0.0', { runtime: { kind: 'js', entry: 'main.js' } })),
  ],
  ['no fields', 'no fields', () => buildPackage(packageManifest(ID, '1.0.0', { resource: {} }))],
  [
    'a field of no type',
    'unknown type',
    () => buildPackage(packageManifest(ID, '1.0.0', { resource: { a: { type: 'sql', doc: 'x' } } })),
  ],
  [
    'a field with a name of ours',
    '"wallet"',
    () => buildPackage(packageManifest(ID, '1.0.0', { resource: { wallet: { type: 'bool', doc: 'x' } } })),
  ],
  [
    'a field with an unknown word',
    'eval',
    () => buildPackage(packageManifest(ID, '1.0.0', { resource: { a: { type: 'bool', doc: 'x', eval: 1 } } })),
  ],
  [
    'a pattern that never ends',
    'pattern',
    () =>
      buildPackage(
        packageManifest(ID, '1.0.0', { resource: { a: { type: 'text', max: 99, doc: 'x', pattern: '^(a+)+$' } } }),
      ),
  ],
]

/** The problem of the catalogue's entry, with a valid archive. */
const ENTRIES: readonly (readonly [what: string, why: string, id: string, entry: object])[] = [
  ['another digest', 'digest is', ID, { hash: '0'.repeat(64) }],
  ['no digest', 'hash', ID, { hash: undefined }],
  ['half a digest', 'hash', ID, { hash: 'abc' }],
  ['a reserved id', 'reserved', 'admin', {}],
  ['the id of a built-in of another version', 'reserved', 'lnurlp', {}],
  ['no version', 'version is not a version', ID, { version: 'latest' }],
  ['a version that is too new for this service', 'from 99.0.0', ID, { min_service_version: '99.0.0' }],
  ['a version that is too old for this service', 'before 0.0.1', ID, { max_service_version: '0.0.1' }],
  ['unreadable bounds', 'min_service_version', ID, { min_service_version: '>=1' }],
  ['an archive that is not there', 'cannot be fetched', ID, { archive: 'http://127.0.0.1:9/gone.zip' }],
  ['an archive that is no URL', 'https', ID, { archive: 'file:///etc/passwd' }],
  ['an unknown permission', 'permission "root"', ID, { permissions: [{ id: 'root', reason: 'x' }] }],
]

const publishOne = async (publisher: Publisher, id: string, archive: Buffer, entry: object) => {
  publisher.catalogue.extensions.length = 0
  publisher.publishArchive(id, '1.0.0', archive, entry)
}

test.each(LOGIC_DIALECTS)('a rejected archive is 400, and nothing is written, on %s', async (dialect) => {
  const { world, publisher, install, tree } = await openExtensionWorld(dialect)
  const good = await buildPackage(manifest)
  const before = { tree: tree(), rows: await readStoredRows(world) }
  const attack = async (what: string, why: string, id: string, archive: Buffer, entry: object) => {
    await publishOne(publisher, id, archive, entry)
    const { status, body } = await install(id)
    expect({ what, status, detail: body.detail }).toEqual({ what, status: 400, detail: expect.stringContaining(why) })
    expect({ what, tree: tree(), rows: await readStoredRows(world) }).toEqual({ what, ...before })
  }
  for (const [what, why, archive] of ARCHIVES) await attack(what, why, ID, await archive(), {})
  for (const [what, why, id, entry] of ENTRIES) await attack(what, why, id, good, entry)
  // The same without the problem.
  await publishOne(publisher, ID, good, {})
  expect((await install(ID)).status).toBe(201)
  expect(tree()).toEqual([ID, `${ID}/${sha256(good)}`, `${ID}/${sha256(good)}/manifest.json`])
})

test('an archive of more than 5 MB is not read to its end', async () => {
  const { publisher, install, tree } = await openExtensionWorld('sqlite')
  await publishOne(publisher, ID, Buffer.alloc(5 * 1024 * 1024 + 1), {})
  expect([(await install(ID)).status, tree()]).toEqual([400, []])
})

test.each([
  ['a comment', oddArchive(PLAIN, { comment: Buffer.from('built from 4711') })],
  [
    'sizes behind the content, as written to a pipe',
    oddArchive([{ ...(PLAIN[0] as OddPart), sizesFollow: true }, LAST]),
  ],
  ['stored files', oddArchive([...PLAIN, OTHER])],
])('an archive with %s is accepted and installed', async (_what, archive) => {
  const { publisher, install } = await openExtensionWorld('sqlite')
  await publishOne(publisher, ID, archive, {})
  expect((await install(ID)).status).toBe(201)
})
