import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyExtensions, packExtensions, placeExtensions } from './pack-extensions.ts'
import { writeTarHeader } from './tar-header.ts'

const HASH = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)
const DEEP = `${'folder of some length/'.repeat(7)}page.html`

let folder: string
let home: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-packages-'))
  home = join(folder, 'extensions')
  put(`notes/${HASH}/manifest.json`, '{"id":"notes"}')
  put(`notes/${HASH}/${DEEP}`, 'x'.repeat(700))
  put(`notes/${OTHER}/manifest.json`, 'the version before')
  put('dropped.zip', 'an archive')
  put(`.catalogues/${HASH.slice(0, 32)}.json`, '{"text":"…"}')
  put('.incoming-12/manifest.json', 'half')
  put('notes/readme.txt', 'foreign')
  put('letters.txt', 'foreign')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, text: string): void {
  mkdirSync(join(home, name, '..'), { recursive: true })
  writeFileSync(join(home, name), text)
}

function pack(): string {
  copyExtensions(home, join(folder, 'copy'))
  const file = packExtensions(join(folder, 'copy'), join(folder, 'extensions.tar'), new Date())
  if (file === undefined) throw new Error('nothing was packed')
  return file
}

const PACKED = [
  `.catalogues/${HASH.slice(0, 32)}.json`,
  'dropped.zip',
  `notes/${HASH}/manifest.json`,
  `notes/${HASH}/${DEEP}`,
  `notes/${OTHER}/manifest.json`,
].toSorted()

test('packages, kept archives and catalogues are restored bit by bit, and nothing else is included', async () => {
  const file = pack()
  expect(execFileSync('tar', ['tf', file]).toString().trim().split('\n').toSorted()).toEqual(PACKED)
  const target = join(folder, 'elsewhere')
  await placeExtensions(file, target)
  const there = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
  expect(there.toSorted()).toEqual(PACKED)
  for (const name of PACKED)
    expect(readFileSync(join(target, name), 'utf8')).toBe(readFileSync(join(home, name), 'utf8'))
  expect(statSync(join(target, `notes/${HASH}/manifest.json`)).mode & 0o777).toBe(0o444)
})

test('existing files stay unchanged', async () => {
  const file = pack()
  const target = join(folder, 'elsewhere')
  await placeExtensions(file, target)
  rmSync(join(target, 'notes', OTHER), { recursive: true })
  rmSync(join(target, 'dropped.zip'))
  writeFileSync(join(target, 'dropped.zip'), 'a newer one')
  await placeExtensions(file, target)
  expect(readFileSync(join(target, 'dropped.zip'), 'utf8')).toBe('a newer one')
  expect(existsSync(join(target, 'notes', OTHER, 'manifest.json'))).toBe(true)
  expect(readdirSync(target).filter((name) => name.startsWith('.incoming'))).toEqual([])
})

test('an empty or missing folder is not packed', () => {
  expect(packExtensions(join(folder, 'none'), join(folder, 'extensions.tar'), new Date())).toBeUndefined()
})

test.each([
  '../escape.zip',
  '/etc/passwd',
  `notes/${HASH}/../../../escape`,
  `notes/${HASH}//x`,
  `Notes/${HASH}/x`,
  'notes/x',
  `.catalogues/../x.json`,
  `notes/${HASH}/a\\..\\b`,
])('a backup with the name %s is refused, and leaves nothing behind', async (name) => {
  const file = join(folder, 'extensions.tar')
  const content = Buffer.alloc(512, 'x')
  writeFileSync(file, Buffer.concat([writeTarHeader({ name, size: 512 }, 0), content, Buffer.alloc(1024)]))
  const target = join(folder, 'elsewhere')
  await expect(placeExtensions(file, target)).rejects.toThrow('odd names')
  expect(readdirSync(target)).toEqual([])
  expect(existsSync(join(folder, 'escape.zip'))).toBe(false)
})
