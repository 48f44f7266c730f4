import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBackupNotes, writeBackupNote } from './backup-notes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-backup-notes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a new note replaces the earlier one of its kind and keeps the other', () => {
  expect(readBackupNotes(folder)).toEqual({})
  writeBackupNote(folder, { made: { at: 5, file: '/usb/a.tar.gz', bytes: 9 } })
  writeBackupNote(folder, { drill: { at: 6, problem: 'it is damaged' } })
  writeBackupNote(folder, { drill: { at: 7, backup: 'a.tar.gz' } })
  expect(readBackupNotes(folder)).toEqual({
    made: { at: 5, file: '/usb/a.tar.gz', bytes: 9 },
    drill: { at: 7, backup: 'a.tar.gz' },
  })
})

test.each(['', '{', '[]', '{"drill":{"at":"soon"}}'])('notes that are damaged (%s) count as none', (text) => {
  writeFileSync(join(folder, 'last-backups.json'), text)
  expect(readBackupNotes(folder)).toEqual({})
  writeBackupNote(folder, { drill: { at: 7 } })
  expect(readBackupNotes(folder)).toEqual({ drill: { at: 7 } })
})

test('a folder that does not exist is not made', () => {
  expect(() => writeBackupNote(join(folder, 'none'), { drill: { at: 7 } })).toThrow('ENOENT')
})
